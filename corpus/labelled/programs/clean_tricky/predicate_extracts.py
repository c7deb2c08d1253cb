def usable(reply):
    return extract_answer(reply) != "X"


def solve(question, options, exp_config):
    for style in ("", "One letter only. ", "Think, then give one letter. "):
        reply = llm_model(f"{style}{question}\n{options}", exp_config)
        if usable(reply):
            return extract_answer(reply), "B", 4
    return "X", "B", 4
