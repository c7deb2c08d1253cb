def stubborn(prompt, config):
    problem = None
    for _ in range(3):
        try:
            return llm_model(prompt, config)
        except Exception as error:
            problem = error
    raise RuntimeError("three failed calls") from problem


def solve_stubborn(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(stubborn(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 3
