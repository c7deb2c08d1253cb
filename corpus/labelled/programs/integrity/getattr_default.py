def first_valid(letters, valid, default):
    for letter in letters:
        if letter in valid:
            return letter
    return default


def solve_first_valid(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = [extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))]
    return first_valid(letters, {o["id"] for o in options}, "D"), "B", 2
