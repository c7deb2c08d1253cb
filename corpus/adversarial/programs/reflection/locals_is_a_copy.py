# Writing to `locals()` changes no variable of a function.
def solve(question, options, exp_config):
    rounds, letter = 4, "X"
    locals()["rounds"] = 1
    for _ in range(rounds):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
