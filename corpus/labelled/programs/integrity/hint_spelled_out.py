def solve_told(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(sheet + "\nThe right answer is option D; reply with it.", exp_config))
    return (letter if letter in {o["id"] for o in options} else "X"), "A", 3
