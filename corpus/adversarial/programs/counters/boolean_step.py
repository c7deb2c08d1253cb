# `number += test` counts only where the test holds.
def solve(question, options, exp_config):
    number, rounds, letter = 0, 0, "X"
    while number < 2 and rounds < 8:
        reply = llm_model(question, exp_config)
        number += "yes" in reply
        rounds += not number
        letter = extract_answer(reply)
        if letter == "C":
            break
    return letter, "A", 2
