def answer_once(sheet, config):
    return extract_answer(llm_model(f"{sheet}\nLetter:", config))


def solve_uses_helper(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    letter = answer_once(sheet, exp_config)
    if letter not in ids:
        letter = answer_once("Carefully. " + sheet, exp_config)
    return letter if letter in ids else "X", "C", 3
