# A handler that calls the function again.
def ask(prompt, left=3):
    try:
        reply = llm_model(prompt, {})
        if extract_answer(reply) == "X":
            raise ValueError
        return reply
    except (ValueError, RuntimeError):
        return ask(prompt, left - 1) if left else ""


def solve(question, options, exp_config):
    return extract_answer(ask(question)), "A", 2
