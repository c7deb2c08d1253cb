# A generator expression reads its names when it is drawn from, its source at once.
def solve(question, options, exp_config):
    names, times = ["a"], 1
    replies = [llm_model(question, exp_config) for _ in range(1)]
    steps = (name * times for name in names for _ in range(times))
    names.append("b")
    names, times = ["never"] * 9, 3
    letter = extract_answer(replies[0])
    for step in steps:
        letter = extract_answer(llm_model(step, exp_config))
    return letter, "A", 2
