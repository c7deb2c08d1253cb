# A default argument keeps the value of the iteration.
def solve(question, options, exp_config):
    asks = []
    for rounds in (4, 2, 1):
        asks.append(lambda rounds=rounds: [llm_model(question, exp_config) for _ in range(rounds)])
    replies = [reply for ask in asks for reply in ask()]
    return extract_answer(replies[-1]), "A", 2
