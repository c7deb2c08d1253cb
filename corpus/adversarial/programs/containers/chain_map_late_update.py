# A ChainMap sees what its maps get later.
from collections import ChainMap


def solve(question, options, exp_config):
    defaults = {}
    seen = ChainMap({}, defaults)
    for option in options:
        defaults[option["id"]] = option["text"]
    letter = "X"
    for name in seen:
        letter = extract_answer(llm_model(f"{question} {seen[name]}", exp_config))
    return letter, "A", 2
