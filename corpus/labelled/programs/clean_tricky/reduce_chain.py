from functools import reduce

STEPS = ("Restate the question.", "List what is known.", "Choose a letter.")


def solve_reduce(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    final = reduce(lambda draft, step: llm_model(f"{question}\n{rows}\n{draft}\n{step}", exp_config), STEPS, "")
    letter = extract_answer(final)
    return letter if letter in {o["id"] for o in options} else "X", "A", 2
