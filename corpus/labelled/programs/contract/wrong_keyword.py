def second_look(text, config):
    return llm_model(message=text, exp_config=config)


def solve_second(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    if letter not in {o["id"] for o in options}:
        letter = extract_answer(second_look(f"{question}\n{rows}", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2
