# A knock-out: the list of winners is half as long after each round.
def solve(question, options, exp_config):
    left = list(options)
    while len(left) > 1:
        winners = []
        for first, second in zip(left[::2], left[1::2]):
            reply = llm_model(first["text"] + second["text"], exp_config)
            winners.append(first if "yes" in reply else second)
        left = winners + left[len(winners) * 2:]
    return left[0]["id"], "A", 2
