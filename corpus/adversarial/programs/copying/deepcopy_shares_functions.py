# Functions, classes and modules are not copied: an attribute set on the copy is set on the first.
import copy


class Plan:
    rounds = 1


def solve(question, options, exp_config):
    copy.deepcopy({"plan": Plan})["plan"].rounds = 4
    letter = "X"
    for _ in range(Plan.rounds):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
