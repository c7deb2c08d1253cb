# `join` draws everything from a generator.
def solve(question, options, exp_config):
    text = " ".join(llm_model(option["text"], exp_config) for option in options)
    return extract_answer(text), "A", 2
