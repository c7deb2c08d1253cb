def solve_index(question, options, exp_config):
    ids = [o["id"] for o in options]
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(sheet, exp_config))
    try:
        ids.index(letter)
    except ValueError:
        return "X", "C", 2
    return letter, "C", 2
