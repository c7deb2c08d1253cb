# `re.sub` calls its function for every match; what it appends is there afterwards.
import re


def solve(question, options, exp_config):
    found = []

    def note(match):
        found.append(match.group())
        return match.group().lower()

    re.sub("[A-D]", note, "A, B and C")
    letter = "X"
    for name in found:
        letter = extract_answer(llm_model(f"{question} {name}?", exp_config))
    return letter, "A", 2
