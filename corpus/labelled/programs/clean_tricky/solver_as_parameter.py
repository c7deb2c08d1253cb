def consult(solver, sheet, config):
    opinion = solver(f"{sheet}\nYour opinion in two lines.", config)
    return solver(f"{sheet}\nOpinion: {opinion}\nLetter:", config)


def solve_injected(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(consult(llm_model, sheet, exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 2
