# What `split` gives is a list that grows.
def solve(question, options, exp_config):
    steps = "draft check".split()
    steps.append("repair")
    steps.extend(["compare", "final"])
    letter = "X"
    for step in steps:
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
