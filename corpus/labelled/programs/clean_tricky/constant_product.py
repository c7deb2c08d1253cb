ROUNDS = 2
PANEL = 4
TOTAL = ROUNDS * PANEL


def solve_product(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    tally = {}
    for number in range(TOTAL):
        letter = extract_answer(llm_model(f"Member {number}. {question}\n{rows}\nLetter:", exp_config))
        if letter == "X":
            continue
        tally[letter] = tally.get(letter, 0) + 1
    return (sorted(tally, key=lambda letter: (-tally[letter], letter))[0] if tally else "X"), "A", 4
