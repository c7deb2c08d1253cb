# A chained comparison stands for both of its parts.
def solve(question, options, exp_config):
    number, letter = 0, "X"
    while 0 <= number < 4 != 9:
        number += 1
        letter = extract_answer(llm_model(question, exp_config))
    while not 0 < number < 3:
        number -= 1
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
