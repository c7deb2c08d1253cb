# Two closures share one variable: one sets what the other reads.
def shared():
    rounds = 0

    def put(value):
        nonlocal rounds
        rounds = value

    def take():
        return rounds

    return put, take


def solve(question, options, exp_config):
    put, take = shared()
    put(4)
    letter = "X"
    for _ in range(take()):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
