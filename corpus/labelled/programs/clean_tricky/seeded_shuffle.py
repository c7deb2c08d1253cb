import random


def solve_shuffle(question, options, exp_config):
    rng = random.Random(2024)
    tally = {o["id"]: 0 for o in options}
    for _ in range(3):
        shuffled = rng.sample(options, len(options))
        rows = "\n".join(f"{o['id']}. {o['text']}" for o in shuffled)
        letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
        if letter in tally:
            tally[letter] += 1
    top = max(tally.values())
    if top == 0:
        return "X", "D", 3
    return next(key for key, count in tally.items() if count == top), "D", 3
