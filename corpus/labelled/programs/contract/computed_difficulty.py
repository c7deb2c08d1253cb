LEVELS = {"easy": 10, "hard": 30}


def solve_folds(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    difficulty = LEVELS["hard"] * 3
    return letter if letter in {o["id"] for o in options} else "X", "D", difficulty
