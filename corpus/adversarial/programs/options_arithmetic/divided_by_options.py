# The fewer options, the more rounds.
def solve(question, options, exp_config):
    letter = "X"
    for option in options:
        for _ in range(12 // len(options)):
            letter = extract_answer(llm_model(option["text"], exp_config))
    return letter, "A", 2
