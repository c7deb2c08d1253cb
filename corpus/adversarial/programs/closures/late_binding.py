# Closures made in a loop see the last value of its variable.
def solve(question, options, exp_config):
    asks = []
    for rounds in (1, 2, 4):
        asks.append(lambda: [llm_model(question, exp_config) for _ in range(rounds)])
    replies = [reply for ask in asks for reply in ask()]
    return extract_answer(replies[-1]), "A", 2
