# A `for` over a list that grows goes on to what was added.
def solve(question, options, exp_config):
    steps, letter = ["a"], "X"
    for step in steps:
        letter = extract_answer(llm_model(step + question, exp_config))
        if len(steps) < 5:
            steps.append(step + "!")
    return letter, "A", 2
