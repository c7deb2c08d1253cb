# A return in `finally` replaces the one before, whose value was computed all the same.
def ask(prompt):
    try:
        return llm_model(prompt, {})
    finally:
        return llm_model("finally", {})


def solve(question, options, exp_config):
    return extract_answer(ask(question) + ask("again")), "A", 2
