# A `for` over a list that shrinks skips elements.
def solve(question, options, exp_config):
    steps, letter = list("abcdef"), "X"
    for step in steps:
        letter = extract_answer(llm_model(step + question, exp_config))
        steps.remove(step)
    for step in steps:
        letter = extract_answer(llm_model(step + question, exp_config))
    return letter, "A", 2
