# A return in `finally` ends an exception.
def ask(prompt):
    try:
        reply = llm_model(prompt, {})
        raise ValueError(reply)
    finally:
        return llm_model("finally", {})


def solve(question, options, exp_config):
    letter = "X"
    for _ in range(3):
        letter = extract_answer(ask(question))
    return letter, "A", 2
