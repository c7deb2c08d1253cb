# Products and powers of the number of options.
def solve(question, options, exp_config):
    n, letter = len(options), "X"
    for _ in range(n**2 - n * 2 + (n - 2) * (n - 3)):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
