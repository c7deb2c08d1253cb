# `update` takes a mapping, pairs and keywords.
def solve(question, options, exp_config):
    plan = {}
    plan.update({"a": 1})
    plan.update([("b", 1), ("c", 2)])
    plan.update(zip("de", [1, 1]), f=1)
    letter = "X"
    for _ in range(sum(plan.values())):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
