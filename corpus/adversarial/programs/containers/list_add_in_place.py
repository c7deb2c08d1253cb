# `+=` changes the list that two names share, `x = x + y` does not.
def solve(question, options, exp_config):
    steps = ["draft"]
    same = steps
    same += ["check", "repair"]
    same = same + ["never"]
    letter = "X"
    for step in steps:
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
