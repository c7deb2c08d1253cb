import random


def solve_orders(question, options, exp_config):
    generator = random.Random(len(question))
    ids = [o["id"] for o in options]
    votes = []
    for _ in range(4):
        order = options[:]
        generator.shuffle(order)
        rows = "\n".join(f"{o['id']}. {o['text']}" for o in order)
        votes.append(extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config)))
    votes = [vote for vote in votes if vote in ids]
    if not votes:
        return "X", "C", 3
    return max(dict.fromkeys(votes), key=votes.count), "C", 3
