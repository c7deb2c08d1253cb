"""A negated question is reworded; the option that does not fit is then asked for."""

import re

NEGATED = re.compile(r"\b(not|except|never|least)\b", re.IGNORECASE)


def solve_reworded(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = {o["id"] for o in options}
    if NEGATED.search(question):
        positive = llm_model(
            f"Reword this question so that it asks the opposite, without a negation:\n{question}",
            exp_config,
        )
        fitting = llm_model(
            f"{positive}\n{listing}\n\nSeveral options fit this. Name all that do.", exp_config
        )
        prompt = (
            f"Original question: {question}\n{listing}\n\nFor the opposite question '{positive}' these fit:\n{fitting}\n\n"
            "So which single option answers the original question? Letter:"
        )
    else:
        prompt = f"{question}\n{listing}\n\nWhich option fits? Letter:"
    letter = extract_answer(llm_model(prompt, exp_config))
    if letter not in valid:
        letter = extract_answer(llm_model(f"{question}\n{listing}\n\nLetter:", exp_config))
    return (letter if letter in valid else "X"), "C", 4
