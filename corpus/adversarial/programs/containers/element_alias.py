# The loop variable is the element: appending to it changes what the outer list holds.
def solve(question, options, exp_config):
    groups = [[], []]
    for group in groups:
        group.append("x")
        group.append("y")
    letter = "X"
    for _ in range(len(groups[0]) * len(groups[1])):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
