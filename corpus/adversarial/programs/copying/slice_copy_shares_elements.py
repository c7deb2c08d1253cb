# So do `list(...)`, `[:]` and `.copy()`.
def solve(question, options, exp_config):
    groups = [["a"], ["b"]]
    for other in (list(groups), groups[:], groups.copy(), [*groups]):
        other[0].append("c")
        other.append(["never"])
    letter = "X"
    for group in groups:
        for step in group:
            letter = extract_answer(llm_model(step + question, exp_config))
    return letter, "A", 2
