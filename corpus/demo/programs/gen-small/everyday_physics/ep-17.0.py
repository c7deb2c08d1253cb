import random


def solve_ep_17(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    v = [extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config)) for _ in range(3)]
    top = max(v.count(a) for a in v)
    tied = [a for a in v if v.count(a) == top]
    return random.choice(tied), "D", 3
