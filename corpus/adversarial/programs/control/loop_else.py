# `else` of a loop runs unless `break` left it.
def solve(question, options, exp_config):
    letter = "X"
    for _ in range(3):
        for option in options:
            reply = llm_model(option["text"], exp_config)
            if "yes" in reply:
                letter = option["id"]
                break
        else:
            letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
