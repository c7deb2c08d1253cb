# The generator counts in a list that others change.
def solve(question, options, exp_config):
    left = [2]

    def steps():
        while left[0] > 0:
            left[0] -= 1
            yield left[0]

    letter, grown = "X", False
    for step in steps():
        letter = extract_answer(llm_model(question, exp_config))
        if step == 0 and not grown:
            left[0], grown = 3, True
    return letter, "A", 2
