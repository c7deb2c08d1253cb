# `sorted` and `reversed` leave the list; `sort` and `reverse` change it and give None.
def solve(question, options, exp_config):
    sizes = [3, 1, 2]
    ordered = sorted(sizes)
    ordered.pop()
    sizes.sort(reverse=True)
    letter = "X"
    for _ in range(sizes[0] * len(ordered)):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
