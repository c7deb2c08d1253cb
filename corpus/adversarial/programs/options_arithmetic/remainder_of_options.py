# A remainder of the number of options.
def solve(question, options, exp_config):
    n, letter = len(options), "X"
    for _ in range(n % 3 + (-n) % 4 + divmod(7, n)[1]):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
