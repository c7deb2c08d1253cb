# A function that replaces itself through nonlocal.
def solve(question, options, exp_config):
    def ask():
        nonlocal step
        step = lambda: [llm_model(question, exp_config) for _ in range(3)]
        return [llm_model(question, exp_config)]

    step = ask
    replies = step() + step()
    return extract_answer(replies[-1]), "A", 2
