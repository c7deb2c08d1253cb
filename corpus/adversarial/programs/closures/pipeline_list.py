# A list of closures, each made by another maker with another number.
def repeat(times, step):
    def run(text):
        for _ in range(times):
            text = step(text)
        return text

    return run


def solve(question, options, exp_config):
    ask = lambda prompt: llm_model(prompt, exp_config)
    steps = [repeat(1, ask), repeat(2, repeat(2, ask)), extract_answer]
    value = question
    for step in steps:
        value = step(value)
    return value, "A", 2
