# A global counter that a function of the module changes.
LEFT = 2


def spend(amount):
    global LEFT
    LEFT -= amount


def solve(question, options, exp_config):
    global LEFT
    letter = "X"
    LEFT += 3
    while LEFT > 0:
        spend(1)
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
