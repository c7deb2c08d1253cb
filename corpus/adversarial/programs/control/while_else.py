# A `while` whose test fails at once still runs its `else`.
def solve(question, options, exp_config):
    rounds, letter = 0, "X"
    while rounds > 0:
        letter = "never"
    else:
        letter = extract_answer(llm_model(question, exp_config))
        while rounds < 2:
            rounds += 1
            letter = extract_answer(llm_model(question, exp_config))
        else:
            letter = extract_answer(llm_model("end", exp_config))
    return letter, "A", 2
