# `iter(callable, sentinel)` calls until it gets the sentinel.
def solve(question, options, exp_config):
    replies = []
    for reply in iter(lambda: llm_model(question, exp_config), "yes"):
        replies.append(reply)
        if len(replies) == 5:
            break
    return extract_answer((replies or ["X"])[-1]), "A", 2
