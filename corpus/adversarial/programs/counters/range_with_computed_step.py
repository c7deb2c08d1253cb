# Ends, steps and lengths of ranges that are computed.
def solve(question, options, exp_config):
    step, letter = -3, "X"
    for _ in range(10, -1, step):
        letter = extract_answer(llm_model(question, exp_config))
    for _ in range(0, 10, -step)[1:]:
        letter = extract_answer(llm_model(question, exp_config))
    for _ in range(len(range(0, -7, step))):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
