# A local function that calls itself through its closure.
def solve(question, options, exp_config):
    def ask(left):
        if left < 0:
            return ""
        return llm_model(question, exp_config) + ask(left - 2)

    return extract_answer(ask(6)), "A", 2
