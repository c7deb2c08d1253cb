# `globals().update` makes names that nothing assigns.
def solve(question, options, exp_config):
    globals().update(rounds=3, ask=lambda text: llm_model(text, exp_config))
    letter = "X"
    for _ in range(rounds):
        letter = extract_answer(ask(question))
    return letter, "A", 2
