# The step shrinks until it is absorbed.
def solve(question, options, exp_config):
    level, step, letter = 0.0, 1.0, "X"
    while level < 2:
        level += step
        step /= 2
        letter = extract_answer(llm_model(question, exp_config))
        if letter == "D":
            break
    return letter, "A", 2
