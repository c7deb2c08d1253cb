# `any` and `all` stop early; what is left stays in the iterator.
def solve(question, options, exp_config):
    steps = iter(["a", "b", "c", "d"])
    any("yes" in llm_model(step, exp_config) for step in steps)
    all("no" not in llm_model(step, exp_config) for step in steps)
    letter = "X"
    for step in steps:
        letter = extract_answer(llm_model(step + question, exp_config))
    return letter, "A", 2
