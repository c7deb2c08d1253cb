def solve_scored(question, options, exp_config):
    guess = "C"
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(sheet, exp_config))
    difficulty = 1 if letter == guess else 4
    return (letter if letter in {o["id"] for o in options} else "X"), guess, difficulty
