# A deep copy does not share its lists: emptying it leaves the first.
import copy


def solve(question, options, exp_config):
    plan = {"steps": ["a", "b", "c"]}
    other = copy.deepcopy(plan)
    other["steps"].clear()
    letter = "X"
    for step in plan["steps"]:
        letter = extract_answer(llm_model(step + question, exp_config))
    return letter, "A", 2
