from itertools import cycle


def solve_zip(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    notes = []
    for aspect, tone in zip(("cause", "effect"), cycle(("dry", "vivid"))):
        notes.append(llm_model(f"In a {tone} tone, the {aspect}: {question}", exp_config))
    letter = extract_answer(llm_model("\n".join(notes) + f"\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 3
