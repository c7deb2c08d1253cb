def solve_kc_13(question, options, exp_config):
    """Three voters; while they disagree, at most three more are asked."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    prompt = f"{question}\n{listing}\n\nReply with a single letter."

    tally = {}
    asked = 0
    while asked < 6:
        letter = extract_answer(llm_model(prompt + f"\n(Opinion {asked + 1})", exp_config))
        tally[letter] = tally.get(letter, 0) + 1
        asked += 1
        if asked >= 3 and tally[letter] >= 3:
            break

    winner = max(tally.items(), key=lambda pair: pair[1])[0]
    return winner, "A", 3
