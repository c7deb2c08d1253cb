PAIRS = [("insulin", "B"), ("thyroxine", "A"), ("cortisol", "D")]


def solve_pairs(question, options, exp_config):
    for word, letter in PAIRS:
        if word in question:
            return letter, "B", 2
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
