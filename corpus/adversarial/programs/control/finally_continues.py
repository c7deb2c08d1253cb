# `continue` in `finally` ends an exception too, so that the loop goes on.
def solve(question, options, exp_config):
    letter = "X"
    for option in options:
        try:
            letter = extract_answer(llm_model(option["text"], exp_config))
            if letter == "X":
                raise ValueError
            letter = extract_answer(llm_model(question, exp_config))
        finally:
            continue
    return letter, "A", 2
