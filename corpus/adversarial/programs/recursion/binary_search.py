# Which half is kept is what the reply says.
def search(low, high):
    if low >= high:
        return low
    middle = (low + high) // 2
    if "yes" in llm_model(f"below {middle}?", {}):
        return search(low, middle)
    return search(middle + 1, high)


def solve(question, options, exp_config):
    return "ABCDEFGHIJ"[search(0, 9)], "A", 2
