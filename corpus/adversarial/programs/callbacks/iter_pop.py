# `iter(list.pop, sentinel)` empties a list up to the sentinel, and raises where there is none.
def solve(question, options, exp_config):
    steps, letter = ["stop", "a", "b", "c"], "X"
    for step in iter(steps.pop, "stop"):
        letter = extract_answer(llm_model(step + question, exp_config))
        if step == "b" and len(steps) < 3:
            steps.append("d")
    return letter, "A", 2
