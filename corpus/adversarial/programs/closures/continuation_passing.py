# Every step gets what to do next.
def solve(question, options, exp_config):
    def draft(text, then):
        return then(llm_model(text, exp_config))

    def check(text, then):
        return then(llm_model("check " + text, exp_config))

    answer = draft(question, lambda a: check(a, lambda b: draft(b, lambda c: extract_answer(c))))
    return answer, "A", 2
