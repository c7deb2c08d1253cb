def words(text):
    return set(text.lower().split())


def solve(question, options, exp_config):
    reply = words(llm_model(f"Answer in one sentence: {question}", exp_config))
    best, most = "X", 0
    for option in options:
        shared = len(reply & words(option["text"]))
        if shared > most:
            best, most = option["id"], shared
    return best, "A", 4
