# A shallow copy shares the inner lists.
import copy


def solve(question, options, exp_config):
    plan = {"steps": ["a"]}
    other = copy.copy(plan)
    other["steps"] += ["b", "c"]
    other["steps"] = []
    letter = "X"
    for step in plan["steps"]:
        letter = extract_answer(llm_model(step + question, exp_config))
    return letter, "A", 2
