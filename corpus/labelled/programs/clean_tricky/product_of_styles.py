from itertools import product


def solve_product(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    votes = {}
    for role, pace in product(("expert", "novice"), ("fast", "slow")):
        letter = extract_answer(llm_model(f"A {pace} {role}.\n{sheet}", exp_config))
        votes[letter] = votes.get(letter, 0) + 1
    votes.pop("X", None)
    return max(sorted(votes), key=votes.get, default="X"), "D", 4
