class Notes:
    pass


def solve_attribute(question, options, exp_config):
    notes = Notes()
    notes.background = llm_model(f"Background: {question}", exp_config)
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 3
