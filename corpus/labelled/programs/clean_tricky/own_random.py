import random

random.seed(7)


def solve_seeded(question, options, exp_config):
    tally = {o["id"]: 0 for o in options}
    for _ in range(3):
        order = random.sample(options, k=len(options))
        rows = "\n".join(f"{o['id']}. {o['text']}" for o in order)
        letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
        if letter in tally:
            tally[letter] += 1
    winner = max(tally, key=tally.get)
    return winner if tally[winner] else "X", "B", 3
