# Sets grow by `|=`, `update` and `symmetric_difference_update`.
def solve(question, options, exp_config):
    asked = {"A"}
    same = asked
    same |= {"B"}
    asked.update("C", ["D"])
    asked ^= {"E", "A"}
    letter = "X"
    for name in sorted(same):
        letter = extract_answer(llm_model(f"{question} {name}", exp_config))
    return letter, "A", 2
