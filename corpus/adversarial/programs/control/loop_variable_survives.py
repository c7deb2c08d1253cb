# The loop variable keeps its last value, that of a comprehension does not leave it.
def solve(question, options, exp_config):
    rounds, letter = 5, "X"
    [rounds for rounds in range(9)]
    for last in range(3):
        pass
    for _ in range(rounds + last):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
