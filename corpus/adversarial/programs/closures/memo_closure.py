# A memo asks once for each different prompt.
def remember(function):
    known = {}

    def run(prompt):
        if prompt not in known:
            known[prompt] = function(prompt)
        return known[prompt]

    return run


def solve(question, options, exp_config):
    ask = remember(lambda prompt: llm_model(prompt, exp_config))
    letters = [extract_answer(ask(option["id"])) for option in options * 2]
    return letters[-1], "A", 2
