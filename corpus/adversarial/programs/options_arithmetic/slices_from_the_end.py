# Slices with negative ends are never longer than the list.
def solve(question, options, exp_config):
    letter = "X"
    for option in [*options[-3:], *options[:-3], *options[1:-1], *options[-1:-9:-1]]:
        letter = extract_answer(llm_model(option["text"], exp_config))
    return letter, "A", 2
