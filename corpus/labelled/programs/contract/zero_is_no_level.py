def solve_zero(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(sheet, exp_config))
    level = 5 - 5
    return (letter if letter in {o["id"] for o in options} else "X"), "A", level
