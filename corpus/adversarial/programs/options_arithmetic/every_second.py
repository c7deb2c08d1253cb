# Every second option: the half, rounded up.
def solve(question, options, exp_config):
    letter = "X"
    for option in options[::2]:
        letter = extract_answer(llm_model(option["text"], exp_config))
    for place in range(1, len(options), 2):
        letter = extract_answer(llm_model(options[place]["text"], exp_config))
    return letter, "A", 2
