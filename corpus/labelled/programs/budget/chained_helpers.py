def ask(text, config):
    return llm_model(text, config)


def thrice(text, config):
    return [ask(f"{mark}{text}", config) for mark in "!?."]


def panel(text, config):
    opinions = []
    for _ in range(3):
        opinions += thrice(text, config)
    return opinions


def solve_chained(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    opinions = panel(f"{question}\n{menu}", exp_config) + panel(f"{menu}\n{question}", exp_config)
    letters = [letter for letter in map(extract_answer, opinions) if letter != "X"]
    return (max(letters, key=letters.count) if letters else "X"), "A", 5
