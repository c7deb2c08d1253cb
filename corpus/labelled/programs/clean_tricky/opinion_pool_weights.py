POOL = {"textbook": 0.35, "lecture": 0.25, "practice": 0.2, "rumour": 0.05, "common sense": 0.15}


def solve_pool(question, options, exp_config):
    assert abs(sum(POOL.values()) - 1) < 1e-9
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    mass = {}
    for source, weight in POOL.items():
        letter = extract_answer(llm_model(f"According to {source}:\n{question}\n{rows}\nLetter:", exp_config))
        if letter != "X":
            mass[letter] = mass.get(letter, 0.0) + weight
    if not mass:
        return "X", "B", 3
    letter, weight = max(mass.items(), key=lambda entry: (entry[1], entry[0]))
    return letter, "B", 2 if weight > 0.5 else 4
