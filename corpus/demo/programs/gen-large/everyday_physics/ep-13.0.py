import random
from collections import Counter


def solve_ep_13(question, options, exp_config):
    """Seven votes, each over the options in another order (seeded, so repeatable)."""
    shuffler = random.Random(13)
    votes = Counter()
    for _ in range(7):
        order = list(options)
        shuffler.shuffle(order)
        listing = "\n".join(f"{o['id']}. {o['text']}" for o in order)
        reply = llm_model(f"{question}\n{listing}\nReply with a single letter.", exp_config)
        votes[extract_answer(reply)] += 1
    return votes.most_common(1)[0][0], "D", 3
