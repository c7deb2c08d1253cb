# `key` is called once for every element, also by `list.sort`.
def solve(question, options, exp_config):
    ranks = []

    def rank(option):
        ranks.append(option["id"])
        return len(option["text"])

    best = sorted(options, key=rank)[0]
    list(options).sort(key=rank, reverse=True)
    for name in ranks:
        llm_model(f"{question} {name}", exp_config)
    return best["id"], "A", 2
