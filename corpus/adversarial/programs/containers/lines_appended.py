# What `splitlines` gives is a list that grows.
def solve(question, options, exp_config):
    steps = "draft\ncheck\n".splitlines()
    steps.insert(0, "read")
    steps += ["final"]
    letter = "X"
    while steps:
        letter = extract_answer(llm_model(f"{steps.pop()}: {question}", exp_config))
    return letter, "A", 2
