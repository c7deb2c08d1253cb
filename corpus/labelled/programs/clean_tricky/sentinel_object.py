MISSING = object()


def read(reply, valid):
    letter = extract_answer(reply)
    return letter if letter in valid else MISSING


def solve_sentinel(question, options, exp_config):
    valid = [o["id"] for o in options]
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = read(llm_model(sheet, exp_config), valid)
    if letter is MISSING:
        letter = read(llm_model("Again, one letter.\n" + sheet, exp_config), valid)
    return ("X" if letter is MISSING else letter), "A", 2
