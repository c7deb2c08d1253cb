"""Chain of thought, then a separate call that only extracts the letter."""
from string import ascii_uppercase

QUESTION = "Which change turns a liquid into a gas?"
CHOICES = ["Condensation", "Freezing", "Evaporation", "Deposition"]
LISTING = "\n".join(f"{letter}. {text}" for letter, text in zip(ascii_uppercase, CHOICES))


def think(exp_config):
    return llm_model(
        "Let us think step by step.\n"
        f"Question: {QUESTION}\n{LISTING}\n\n"
        "For each option, say from which state of matter to which it leads. Then say which option fits.",
        exp_config,
    )


def extract(thoughts, exp_config):
    reply = llm_model(
        f"Question: {QUESTION}\n{LISTING}\n\nReasoning:\n{thoughts}\n\n"
        "Which option does the reasoning arrive at? Reply with a single letter.",
        exp_config,
    )
    return extract_answer(reply)


def solve_states_of_matter(exp_config):
    letters = ascii_uppercase[: len(CHOICES)]
    for _ in range(2):
        letter = extract(think(exp_config), exp_config)
        if letter in letters:
            return letter, "C", 1
    return "X", "C", 1
