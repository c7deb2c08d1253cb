def ask_valid(text, ids, config):
    letter = extract_answer(llm_model(text, config))
    if letter in ids:
        return letter
    return ask_valid(text + "\nA letter, please.", ids, config)


def solve_recursive(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    return ask_valid(f"{question}\n{rows}", [o["id"] for o in options], exp_config), "A", 2
