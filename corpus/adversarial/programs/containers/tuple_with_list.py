# `tuple[0] += [...]` raises and changes the list all the same.
def solve(question, options, exp_config):
    pair = (["draft"], 1)
    try:
        pair[0] += ["check", "final"]
    except TypeError:
        pass
    letter = "X"
    for step in pair[0]:
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
