# A walrus in a comprehension binds in the function around it.
def solve(question, options, exp_config):
    rounds = 1
    total = [rounds := rounds * 2 for _ in range(3)]
    letter = "X"
    for _ in range(rounds - len(total) + 1):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
