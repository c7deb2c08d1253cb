# A slice can be replaced by something longer, also in the middle.
def solve(question, options, exp_config):
    steps = ["draft", "final"]
    steps[1:1] = ["check", "repair", "compare"]
    steps[:0] = ["read"]
    letter = "X"
    for step in steps:
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
