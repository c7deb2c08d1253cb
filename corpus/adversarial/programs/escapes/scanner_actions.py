# `re.Scanner` calls the action of every token.
import re


def solve(question, options, exp_config):
    words, letter = [], "X"
    scanner = re.Scanner([(r"[a-z]+", lambda scanner, word: words.append(word)), (r"\s+", None)])
    scanner.scan("one two three")
    for word in words:
        letter = extract_answer(llm_model(word + question, exp_config))
    return letter, "A", 2
