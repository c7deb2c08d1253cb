# `continue` passes over the step at the end of the body.
def solve(question, options, exp_config):
    number, letter = 0, "X"
    while number < 3:
        letter = extract_answer(llm_model(question, exp_config))
        if letter == "X":
            continue
        number += 1
    return letter, "A", 2
