"""Solve forwards, then put the chosen option back into the question and see whether it still holds."""
import re

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def consistency(question, text, exp_config):
    """How well the option fits, 0 to 100; None if the reply holds no number in that range."""
    reply = llm_model(
        f"Assume that the answer to the question below is: {text}\n\n{question}\n\n"
        "Does everything in the question stay true? Rate the fit from 0 (contradiction) to 100 (perfect). "
        "Reply with the number first.",
        exp_config,
    )
    found = NUMBER.search(reply)
    if not found:
        return None
    value = float(found.group())
    return value if 0 <= value <= 100 else None


def forward(question, options, exp_config):
    body = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{body}\nGive the letter of the answer.", exp_config))
    return next((o for o in options if o["id"] == letter), None)


def solve_backwards(question, options, exp_config):
    guess = forward(question, options, exp_config)
    if guess is not None:
        fit = consistency(question, guess["text"], exp_config)
        if fit is None or fit >= 50:
            return guess["id"], "A", 4

    fits = {}
    for option in options:
        if option is guess:
            continue
        fit = consistency(question, option["text"], exp_config)
        if fit is not None:
            fits[option["id"]] = fit
    if fits and max(fits.values()) >= 50:
        return max(fits, key=fits.get), "A", 4
    return (guess["id"] if guess is not None else "X"), "A", 4
