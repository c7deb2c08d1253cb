def solve_configs(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    settings = [{**exp_config, "temperature": 0.0}, {**exp_config, "temperature": 1.0}]
    cold, warm = (extract_answer(llm_model(sheet, setting)) for setting in settings)
    for letter in (cold, warm):
        if letter != "X":
            return letter, "A", 2
    return "X", "A", 2
