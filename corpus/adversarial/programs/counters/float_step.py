# Ten steps of 0.1 do not make 1.
def solve(question, options, exp_config):
    level, letter = 0.0, "X"
    while level < 1:
        level += 0.1
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
