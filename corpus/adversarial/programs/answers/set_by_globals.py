# A global that only `globals()` rebinds.
ANSWER = "A"


def solve(question, options, exp_config):
    globals()["ANSWER"] = extract_answer(llm_model(question, exp_config))
    return ANSWER, "A", 2
