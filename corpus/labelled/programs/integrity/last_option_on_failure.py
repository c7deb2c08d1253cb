def solve_last_option(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    for number in range(2):
        letter = extract_answer(llm_model(f"{number} {sheet}", exp_config))
        if letter in {o["id"] for o in options}:
            return letter, "B", 2
    return options[-1]["id"], "B", 2
