# `options * n`, and rounds over what is repeated.
def solve(question, options, exp_config):
    letter = "X"
    for option in options * (len(options) - 2) + options[:1] * len(options):
        letter = extract_answer(llm_model(option["text"], exp_config))
    return letter, "A", 2
