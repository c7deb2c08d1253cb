# `|=` adds the keys of the other mapping, also through an alias.
def solve(question, options, exp_config):
    plan = {"draft": 1}
    same = plan
    same |= {"check": 2, "final": 1}
    letter = "X"
    for step, count in plan.items():
        for _ in range(count):
            letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
