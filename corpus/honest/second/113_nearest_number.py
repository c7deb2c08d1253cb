"""For numeric options: have the solver compute a number, choose the option that is nearest to it."""

import re

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def last_number(text):
    found = NUMBER.findall(text.replace(",", ""))
    return float(found[-1]) if found else None


def numeric_options(options):
    values = {}
    for option in options:
        found = NUMBER.findall(option["text"].replace(",", ""))
        if len(found) == 1:
            values[option["id"]] = float(found[0])
    return values if len(values) == len(options) else {}


def solve_numeric(question, options, exp_config):
    values = numeric_options(options)
    if values:
        reply = llm_model(
            f"{question}\n\nCalculate step by step. End with the number alone.", exp_config
        )
        result = last_number(reply)
        if result is not None:
            nearest = min(values, key=lambda letter: abs(values[letter] - result))
            if abs(values[nearest] - result) <= 0.02 * max(1.0, abs(result)):
                return nearest, "B", 5

    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    for _ in range(3):
        letter = extract_answer(
            llm_model(f"{question}\n{listing}\n\nReply with a letter.", exp_config)
        )
        if letter != "X":
            return letter, "B", 5
    return "X", "B", 5
