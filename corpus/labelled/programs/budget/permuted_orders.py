from itertools import permutations


def solve_orders(exp_config):
    texts = {"A": "iron", "B": "gold", "C": "lead", "D": "zinc"}
    votes = dict.fromkeys(texts, 0)
    for order in permutations(texts):
        rows = "\n".join(f"{key}. {texts[key]}" for key in order)
        letter = extract_answer(llm_model(f"Which metal is densest?\n{rows}\nLetter:", exp_config))
        if letter in votes:
            votes[letter] += 1
    best = max(votes, key=votes.get)
    return best if votes[best] else "X", "B", 2
