STRATEGIES = []


def strategy(function):
    STRATEGIES.append(function)
    return function


@strategy
def direct(sheet, config):
    return llm_model(f"{sheet}\nLetter:", config)


@strategy
def reflective(sheet, config):
    thought = llm_model(f"{sheet}\nThink first.", config)
    return llm_model(f"{sheet}\n{thought}\nLetter:", config)


@strategy
def negative(sheet, config):
    return llm_model(f"{sheet}\nExclude wrong options until one is left. Its letter:", config)


def solve_registry(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = [o["id"] for o in options]
    for run in STRATEGIES:
        letter = extract_answer(run(sheet, exp_config))
        if letter in ids:
            return letter, "A", 3
    return "X", "A", 3
