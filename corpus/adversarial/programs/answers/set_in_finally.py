# `finally` returns another answer than the block.
def decide(prompt):
    try:
        return "A"
    finally:
        return extract_answer(llm_model(prompt, {}))


def solve(question, options, exp_config):
    return decide(question), "A", 2
