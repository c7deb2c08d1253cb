# A range is computed once; changing its names later changes nothing.
def solve(question, options, exp_config):
    rounds, letter = 3, "X"
    for number in range(rounds):
        rounds += 5
        number += 100
        letter = extract_answer(llm_model(question, exp_config))
    for number in range(rounds - 16):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
