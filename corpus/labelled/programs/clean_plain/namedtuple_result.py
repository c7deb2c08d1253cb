from collections import namedtuple

Result = namedtuple("Result", "answer guess difficulty")


def solve_result(question, options, exp_config):
    rows = "\n".join("{id}. {text}".format(**o) for o in options)
    letter = extract_answer(llm_model("{}\n{}\nLetter only.".format(question, rows), exp_config))
    if letter == "X":
        return Result("X", "C", 2)
    return Result(letter, "C", 2)
