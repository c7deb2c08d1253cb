# Inserting at the front keeps the loop at the same element.
def solve(question, options, exp_config):
    steps, letter = ["a", "b"], "X"
    for step in steps:
        letter = extract_answer(llm_model(step + question, exp_config))
        if len(steps) < 6:
            steps.insert(0, "new")
    return letter, "A", 2
