# A triangle of rounds, one more for each option.
def solve(question, options, exp_config):
    letter = "X"
    for number, option in enumerate(options):
        for _ in range(number + 1):
            letter = extract_answer(llm_model(option["text"], exp_config))
    for _ in range(sum(range(len(options)))):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
