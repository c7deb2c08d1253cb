# Truth values are numbers, and keys equal to them.
def solve(question, options, exp_config):
    table = {1: 2, True: 4, 1.0: 3}
    letter = "X"
    for _ in range(True + table[1] + len(table) + sum([True, False, True])):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
