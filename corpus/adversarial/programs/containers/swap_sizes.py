# A chain of tuple assignments evaluates the right side first.
def solve(question, options, exp_config):
    few, many = 1, 5
    few, many = many, few
    sizes = [0, 0]
    index, sizes[index] = 1, few
    letter = "X"
    for _ in range(few + sizes[1] + sizes[0]):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
