from collections import Counter


def solve_lp_14(question, options, exp_config):
    """Fifteen votes, because sequences of letters are hard for small models."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    votes = Counter()
    for number in range(15):
        letter = extract_answer(
            llm_model(f"{question}\n{listing}\nWrite down the gaps first ({number}). Reply with a single letter.", exp_config)
        )
        if letter != "X":
            votes[letter] += 1
    if not votes:
        return "X", "D", 6
    return votes.most_common(1)[0][0], "D", 6
