# A closure reads the variable when it is called, not when it is made.
def solve(question, options, exp_config):
    rounds = 1

    def ask():
        return [llm_model(question, exp_config) for _ in range(rounds)]

    rounds = 5
    return extract_answer(ask()[-1]), "A", 2
