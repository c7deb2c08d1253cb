from collections import Counter


def solve(question, options, exp_config):
    guess = "D"
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    votes = Counter({guess: 1})
    for role in ("nurse", "physician"):
        letter = extract_answer(llm_model(f"As a {role}: {question}\n{rows}\nLetter:", exp_config))
        if letter != "X":
            votes[letter] += 1
    return votes.most_common(1)[0][0], guess, 4
