def solve_text_level(question, options, exp_config):
    ids = {o["id"] for o in options}
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    if letter in ids:
        return letter, "D", 2
    letter = extract_answer(llm_model(f"Again: {question}\n{menu}\nLetter:", exp_config))
    return (letter if letter in ids else "X"), "D", "medium"
