# `break` in `finally` replaces a return.
def ask(prompt):
    while True:
        try:
            return llm_model(prompt, {})
        finally:
            break
    return llm_model("after", {})


def solve(question, options, exp_config):
    return extract_answer(ask(question) + ask("b")), "A", 2
