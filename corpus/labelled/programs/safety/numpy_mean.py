import numpy as np


def solve_mean(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    cast = [extract_answer(llm_model(f"{n} {question}\n{rows}\nLetter:", exp_config)) for n in range(3)]
    valid = [letter for letter in cast if letter != "X"]
    counts = np.array([valid.count(letter) for letter in valid])
    return valid[int(np.argmax(counts))] if valid else "X", "A", 3
