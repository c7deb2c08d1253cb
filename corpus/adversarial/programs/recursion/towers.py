# Two calls of itself with the same smaller number.
def move(n, source, target, spare):
    if n:
        move(n - 1, source, spare, target)
        llm_model(f"{source} to {target}", {})
        move(n - 1, spare, target, source)


def solve(question, options, exp_config):
    move(3, "a", "b", "c")
    return extract_answer(llm_model(question, exp_config)), "A", 2
