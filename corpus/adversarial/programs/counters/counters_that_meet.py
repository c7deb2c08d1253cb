# Two numbers that come closer from both sides.
def solve(question, options, exp_config):
    low, high, letter = 0, 9, "X"
    while low < high:
        letter = extract_answer(llm_model(question, exp_config))
        if letter == "A":
            low += 1
        else:
            high -= 1
    return letter, "A", 2
