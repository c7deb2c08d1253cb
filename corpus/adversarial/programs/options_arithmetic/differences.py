# A difference that is negative for few options.
def solve(question, options, exp_config):
    n, letter = len(options), "X"
    for _ in range(n - 3):
        letter = extract_answer(llm_model(question, exp_config))
    for _ in range(abs(n - 4) + max(0, 4 - n) + (3 - n if n < 3 else 0)):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
