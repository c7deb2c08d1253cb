# Starred targets take what is left.
def solve(question, options, exp_config):
    first, *middle, last = range(7)
    letter = "X"
    for _ in middle:
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
