# `*=` repeats a list in place, so that an alias is longer too.
def solve(question, options, exp_config):
    steps = ["draft", "check"]
    same = steps
    same *= 3
    letter = "X"
    for step in steps:
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
