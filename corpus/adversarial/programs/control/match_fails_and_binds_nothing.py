# A pattern that fails at its second part leaves the name of its first part as it was.
def solve(question, options, exp_config):
    rounds, letter = 4, "X"
    match (1, "x"):
        case (rounds, "y"):
            pass
        case _:
            pass
    for _ in range(rounds):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
