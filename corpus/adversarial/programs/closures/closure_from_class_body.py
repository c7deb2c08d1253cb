# A class body reads a variable of the module where it assigns the same name later.
rounds = 3


def solve(question, options, exp_config):
    class Plan:
        sizes = [rounds, rounds + 1]
        rounds = 1

    letter = "X"
    for _ in range(Plan.sizes[1] + Plan.rounds):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
