# `del list[::2]` leaves every second element.
def solve(question, options, exp_config):
    sizes = [9, 2, 9, 3, 9]
    del sizes[::2]
    sizes[len(sizes):] = [1]
    letter = "X"
    for size in sizes:
        for _ in range(size):
            letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
