# `close` runs what stands in `finally`.
def session():
    try:
        yield "open"
        yield "never"
    finally:
        llm_model("closing", {})


def solve(question, options, exp_config):
    for _ in range(2):
        one = session()
        next(one)
        one.close()
    return extract_answer(llm_model(question, exp_config)), "A", 2
