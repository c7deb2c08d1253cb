def confirm():
    input("Press enter to ask the solver")


def solve_confirm(question, options, exp_config):
    confirm()
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 1
