# Two memos of one maker do not share what they know.
def remember(function):
    known = {}

    def run(prompt):
        if prompt not in known:
            known[prompt] = function(prompt)
        return known[prompt]

    return run


def solve(question, options, exp_config):
    first = remember(lambda prompt: llm_model(prompt, exp_config))
    second = remember(first)
    third = remember(lambda prompt: llm_model(prompt, exp_config))
    replies = [ask(question) for ask in (first, second, third)]
    return extract_answer(replies[-1]), "A", 2
