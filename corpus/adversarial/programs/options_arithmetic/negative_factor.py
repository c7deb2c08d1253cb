# Two negative factors make a positive number of rounds.
def solve(question, options, exp_config):
    n, letter = len(options), "X"
    for _ in range((n - 4) * (n - 5)):
        letter = extract_answer(llm_model(question, exp_config))
    for _ in range((2 - n) * (3 - n)):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
