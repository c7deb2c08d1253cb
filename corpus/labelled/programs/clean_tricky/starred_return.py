META = ("C", 3)


def solve_starred(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(sheet, exp_config))
    if letter not in {o["id"] for o in options}:
        letter = "X"
    return letter, *META
