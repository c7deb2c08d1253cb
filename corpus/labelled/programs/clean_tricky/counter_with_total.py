from collections import Counter


def solve_del(question, options, exp_config):
    prompt = "\n".join([question, *[f"{o['id']}. {o['text']}" for o in options], "Choose."])
    poll = Counter()
    for seat in range(1, 6):
        poll.update([extract_answer(llm_model(f"(Seat {seat})\n{prompt}", exp_config))])
    del poll["X"]
    if sum(poll.values()) == 0:
        return "X", "E", 4
    [(leader, _)] = poll.most_common(1)
    return leader, "E", 4
