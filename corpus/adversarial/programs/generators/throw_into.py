# `throw` raises at the `yield`, where it can be handled by asking.
def patient():
    while True:
        try:
            yield "waiting"
        except ValueError:
            yield llm_model("handled", {})


def solve(question, options, exp_config):
    steps, reply = patient(), ""
    for _ in range(3):
        next(steps)
        reply = steps.throw(ValueError())
    return extract_answer(reply), "A", 2
