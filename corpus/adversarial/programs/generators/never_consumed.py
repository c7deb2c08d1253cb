# A call of a generator function runs nothing of it.
def asked():
    llm_model("never", {})
    yield 1


def solve(question, options, exp_config):
    for _ in range(3):
        asked()
    steps = [asked() for _ in range(2)]
    for step in steps:
        for _ in step:
            llm_model(question, exp_config)
    return extract_answer(llm_model(question, exp_config)), "A", 2
