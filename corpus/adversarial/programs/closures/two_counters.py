# Two counters of one maker count apart.
def counter(limit):
    count = 0

    def more():
        nonlocal count
        count += 1
        return count <= limit

    return more


def solve(question, options, exp_config):
    first, second = counter(2), counter(3)
    letter = "X"
    while first() or second():
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
