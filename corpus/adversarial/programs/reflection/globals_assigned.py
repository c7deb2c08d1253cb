# Writing to `globals()` rebinds the module's name.
ROUNDS = 1


def solve(question, options, exp_config):
    globals()["ROUNDS"] = 4
    letter = "X"
    for _ in range(ROUNDS):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
