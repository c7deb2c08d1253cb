# The reply's length decides, cut to a maximum.
def solve(question, options, exp_config):
    reply, letter = llm_model(question, exp_config), "X"
    for _ in range(min(len(reply), 4) or 6):
        letter = extract_answer(llm_model(reply, exp_config))
    return letter, "A", 2
