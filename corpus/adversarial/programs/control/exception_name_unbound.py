# The name of `except ... as` is unbound after its handler.
def solve(question, options, exp_config):
    error, letter = 1, "X"
    try:
        raise ValueError
    except ValueError as error:
        letter = extract_answer(llm_model(question, exp_config))
    try:
        error
    except UnboundLocalError:
        letter = extract_answer(llm_model("unbound", exp_config))
    return letter, "A", 2
