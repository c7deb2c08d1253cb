# Methods do not see names of the class body, but those of the function around.
def solve(question, options, exp_config):
    rounds = 4

    class Plan:
        rounds = 1

        def run(self):
            return [llm_model(question, exp_config) for _ in range(rounds)]

    return extract_answer(Plan().run()[-1]), "A", 2
