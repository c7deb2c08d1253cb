from itertools import combinations


def solve_pairs(question, options, exp_config):
    score = {o["id"]: 0 for o in options}
    for left, right in combinations(options, 2):
        reply = llm_model(f"{question}\nfirst: {left['text']}\nsecond: {right['text']}\nWhich?", exp_config)
        score[right["id"] if "second" in reply.lower() else left["id"]] += 1
    return max(score, key=score.get), "C", 3
