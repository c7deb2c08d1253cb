# Pairs of neighbours: one fewer than there are options.
def solve(question, options, exp_config):
    letter = "X"
    for first, second in zip(options, options[1:]):
        letter = extract_answer(llm_model(first["text"] + second["text"], exp_config))
    for first, second in zip(options, [*options, *options][2:]):
        letter = extract_answer(llm_model(first["text"] + second["text"], exp_config))
    return letter, "A", 2
