# A closure keeps the list, whose element is set later.
def solve(question, options, exp_config):
    rounds = [1]

    def ask():
        return [llm_model(question, exp_config) for _ in range(rounds[0])]

    rounds[0] = 4
    return extract_answer(ask()[-1]), "A", 2
