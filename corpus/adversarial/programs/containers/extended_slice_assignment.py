# `list[::2] = ...` replaces elements and keeps the length.
def solve(question, options, exp_config):
    sizes = [0, 1, 0]
    sizes[::2] = [2, 3]
    letter = "X"
    for size in sizes:
        for _ in range(size):
            letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
