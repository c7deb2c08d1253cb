from random import choice


def solve_drawn(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    cast = [extract_answer(llm_model(f"{n} {question}\n{rows}\nLetter:", exp_config)) for n in range(3)]
    cast = [letter for letter in cast if letter != "X"]
    if not cast:
        return "X", "B", 3
    most = max(map(cast.count, cast))
    return choice([letter for letter in cast if cast.count(letter) == most]), "B", 3
