SOLVED = [
    ("What is the SI unit of force?", ["joule", "newton", "watt"], 1),
    ("What is the SI unit of power?", ["joule", "newton", "watt"], 2),
]


def example(stem, choices, right):
    lines = [f"{'ABC'[place]}) {choice}" for place, choice in enumerate(choices)]
    return "\n".join([stem, *lines, f"Correct answer: {'ABC'[right]}"])


def solve_units(question, options, exp_config):
    shots = "\n\n".join(example(*solved) for solved in SOLVED)
    own = question + "\n" + "\n".join(f"{o['id']}) {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{shots}\n\n{own}\nCorrect answer:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 1
