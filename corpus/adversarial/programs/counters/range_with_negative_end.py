# `range` of a negative number is empty, its slices count from the end.
def solve(question, options, exp_config):
    letter = "X"
    for number in (*range(-3), *range(6)[-2:], *reversed(range(0, 7, 3))):
        letter = extract_answer(llm_model(f"{number} {question}", exp_config))
    return letter, "A", 2
