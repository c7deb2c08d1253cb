def usable(letter, options):
    for option in options:
        if option["id"] == letter:
            return True
    return False


def solve_usable(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(sheet, exp_config))
    if usable(letter, options):
        return letter, "A", 2
    letter = extract_answer(llm_model(sheet + "\nA single capital letter, please.", exp_config))
    if usable(letter, options):
        return letter, "A", 2
    return "X", "A", 2
