# Annotations of a function are evaluated only when they are read; those of locals never.
def solve(question, options, exp_config):
    def step(text: llm_model("annotation", exp_config)) -> llm_model("result", exp_config):
        note: llm_model("never", exp_config) = text
        return note

    step.__annotations__
    return extract_answer(llm_model(step(question), exp_config)), "A", 2
