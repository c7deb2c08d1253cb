# `except*` may run several handlers.
def solve(question, options, exp_config):
    replies = [llm_model(question, exp_config)]
    try:
        raise ExceptionGroup("both", [ValueError(), TypeError(), ValueError()])
    except* ValueError as group:
        for _ in group.exceptions:
            replies.append(llm_model("value", exp_config))
    except* TypeError:
        replies.append(llm_model("type", exp_config))
    return extract_answer(replies[-1]), "A", 2
