# The same with a default list: the second call finds it long already.
def ask(prompt, replies=[]):
    replies.append(llm_model(prompt, {}))
    return ask(prompt) if len(replies) < 3 else replies


def solve(question, options, exp_config):
    return extract_answer(ask(question)[-1] + ask(question)[-1]), "A", 2
