# `next` with a default ends a loop without an exception.
def solve(question, options, exp_config):
    steps = (step for step in ("a", "b", "c"))
    letter = "X"
    while (step := next(steps, None)) is not None:
        letter = extract_answer(llm_model(step + question, exp_config))
        next(steps, None) if letter == "C" else None
    return letter, "A", 2
