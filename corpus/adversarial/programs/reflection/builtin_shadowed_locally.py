# A parameter that is called like a builtin.
def each(sorted, list):
    return [item for item in sorted(list)]


def solve(question, options, exp_config):
    letter = "X"
    for item in each(lambda items: items * 3, ["a", "b"]):
        letter = extract_answer(llm_model(item + question, exp_config))
    return letter, "A", 2
