# Within one deep copy shared things stay shared.
import copy


def solve(question, options, exp_config):
    row = ["a"]
    first, second = copy.deepcopy([row, row])
    first.append("b")
    row.append("never")
    letter = "X"
    for step in second:
        for _ in first:
            letter = extract_answer(llm_model(step + question, exp_config))
    return letter, "A", 2
