import re
from statistics import median

EXPERTS = ("A pharmacist", "A toxicologist", "A physiologist")


def sure(reply):
    numbers = [int(n) for n in re.findall(r"\b(\d{1,2}|100)\b", reply)]
    return numbers[-1] if numbers else 50


def solve_delphi(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    state = {expert: ("X", 50) for expert in EXPERTS}
    for round_number in range(3):
        middle = median(confidence for _, confidence in state.values())
        for expert in EXPERTS:
            held, confidence = state[expert]
            reply = llm_model(
                f"{expert}, round {round_number}. Your view was {held} at {confidence}; the panel's median is {middle}.\n"
                f"{question}\n{rows}\nLetter, then confidence from 0 to 100:",
                exp_config,
            )
            state[expert] = (extract_answer(reply), sure(reply))
    held = sorted((-confidence, letter) for letter, confidence in state.values() if letter != "X")
    return (held[0][1] if held else "X"), "A", 4
