# `zip(*[iterator] * 2)` draws its pairs from one iterator.
def solve(question, options, exp_config):
    steps, letter = iter(range(7)), "X"
    for first, second in zip(*[steps] * 2):
        for _ in range(second - first + 1):
            letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
