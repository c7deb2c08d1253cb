# `setdefault` returns the list that is in the mapping.
def solve(question, options, exp_config):
    plan = {"steps": ["draft"]}
    steps = plan.setdefault("steps", [])
    steps.append("check")
    plan.setdefault("steps", []).append("final")
    letter = "X"
    for step in plan["steps"]:
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
