# A generator that nothing refers to is closed at once, and its `finally` asks.
def session():
    try:
        yield "open"
        yield "more"
    finally:
        llm_model("closing", {})


def solve(question, options, exp_config):
    for _ in session():
        break
    letters = [word for word, _ in zip(session(), "a")]
    return extract_answer(llm_model(question + letters[0], exp_config)), "A", 2
