# The recursion ends where the list is long enough.
def ask(prompt, replies=None):
    replies = [] if replies is None else replies
    replies.append(llm_model(prompt, {}))
    if len(replies) < 4:
        ask(prompt + "!", replies)
    return replies


def solve(question, options, exp_config):
    return extract_answer(ask(question)[-1]), "A", 2
