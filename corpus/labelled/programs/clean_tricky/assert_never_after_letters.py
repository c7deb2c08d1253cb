from typing import assert_never


def solve(question, options, exp_config):
    letter = extract_answer(llm_model(f"{question}\n{options}", exp_config))
    letters = [option["id"] for option in options]
    if letter in letters:
        return letter, "C", 3
    elif letter not in letters:
        return "X", "C", 3
    assert_never(letter)
