# The inner loop's length changes with the outer one's step.
def solve(question, options, exp_config):
    letter, left = "X", list(options)
    while left:
        for option in left:
            letter = extract_answer(llm_model(option["text"], exp_config))
        del left[:2]
    return letter, "A", 2
