# `else` runs where nothing was raised, and its exceptions are not caught.
def solve(question, options, exp_config):
    letter = "X"
    for number in range(3):
        try:
            reply = llm_model(question, exp_config)
        except RuntimeError:
            letter = extract_answer(llm_model("failed", exp_config)) if number else "X"
        else:
            letter = extract_answer(llm_model(reply, exp_config))
        finally:
            llm_model("always", exp_config) if number == 2 else None
    return letter, "A", 2
