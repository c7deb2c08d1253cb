# The function of `re.sub` asks; `count` limits how often.
import re


def solve(question, options, exp_config):
    text = re.sub(r"\w+", lambda match: llm_model(match[0], exp_config), "one two three four", count=3)
    text, number = re.compile("o").subn(lambda match: llm_model("o", exp_config), "foo")
    return extract_answer(text), "A", 2
