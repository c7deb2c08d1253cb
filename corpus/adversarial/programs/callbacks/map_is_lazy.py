# `map` calls nothing until it is drawn from, and only once.
def solve(question, options, exp_config):
    replies = map(lambda option: llm_model(option["text"], exp_config), options)
    map(lambda option: llm_model("never", exp_config), options)
    first = next(replies)
    rest = list(replies)
    again = list(replies)
    return extract_answer((rest + again or [first])[-1]), "A", 2
