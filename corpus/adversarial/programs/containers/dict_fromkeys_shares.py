# `dict.fromkeys` gives every key the same list.
def solve(question, options, exp_config):
    notes = dict.fromkeys(["pro", "con"], [])
    notes["pro"].append("one")
    notes["con"].append("two")
    letter = "X"
    for note in notes["pro"]:
        letter = extract_answer(llm_model(f"{note}: {question}", exp_config))
    return letter, "A", 2
