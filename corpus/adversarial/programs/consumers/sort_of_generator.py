# `sorted(generator, key=...)` asks for each element twice: once drawn, once as a key.
def solve(question, options, exp_config):
    replies = (llm_model(option["text"], exp_config) for option in options)
    best = sorted(replies, key=lambda reply: len(llm_model(reply, exp_config)))
    return extract_answer(best[0]), "A", 2
