# What `re.findall` gives grows too.
import re


def solve(question, options, exp_config):
    letters = re.findall("[A-D]", "A and B")
    letters.append("C")
    answer = "X"
    for letter in letters:
        answer = extract_answer(llm_model(f"{question} {letter}?", exp_config))
    return answer, "A", 2
