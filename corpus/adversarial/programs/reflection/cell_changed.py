# The contents of a closure's cell can be set from outside.
def maker(rounds):
    def ask(prompt):
        for _ in range(rounds):
            prompt = llm_model(prompt, {})
        return prompt

    return ask


def solve(question, options, exp_config):
    ask = maker(1)
    ask.__closure__[0].cell_contents = 4
    return extract_answer(ask(question)), "A", 2
