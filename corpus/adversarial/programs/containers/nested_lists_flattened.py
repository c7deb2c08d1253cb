# `sum(lists, [])` and a nested comprehension flatten lists that an alias made longer.
def solve(question, options, exp_config):
    rows = [["a"], ["b"]]
    last = rows[-1]
    last.extend(["c", "d"])
    letter = "X"
    for step in sum(rows, []):
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
