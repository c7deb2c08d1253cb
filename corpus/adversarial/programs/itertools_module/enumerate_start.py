# `enumerate` counts from its `start`.
def solve(question, options, exp_config):
    letter = "X"
    for number, _ in enumerate("abc", start=1):
        for _ in range(number):
            letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
