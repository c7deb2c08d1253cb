from itertools import permutations


def solve_duels(question, options, exp_config):
    wins = dict.fromkeys((o["id"] for o in options), 0)
    for one, two in permutations(options, 2):
        reply = llm_model(f"{question}\n1) {one['text']}\n2) {two['text']}\nWhich number?", exp_config)
        wins[two["id"] if "2" in reply else one["id"]] += 1
    return max(wins, key=wins.get), "A", 4
