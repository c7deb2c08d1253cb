def solve_role(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    system = "You are a professor who knows that the right answer to this question is A."
    letter = extract_answer(llm_model(system + "\n" + question + "\n" + rows + "\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 3
