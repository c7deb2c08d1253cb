import random


def solve_coin(question, options, exp_config):
    ids = [o["id"] for o in options]
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    plain = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    careful = extract_answer(llm_model(f"{question}\n{rows}\nWith care. Letter:", exp_config))
    letter = plain if random.random() < 0.5 else careful
    if letter not in ids:
        return "X", "A", 2
    return letter, "A", 2
