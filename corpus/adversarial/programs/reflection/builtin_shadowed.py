# `range` and `len` of the program's own.
def range(number):
    yield from (number, number, number)


def len(things):
    return 2


def solve(question, options, exp_config):
    letter = "X"
    for number in range(len(options)):
        letter = extract_answer(llm_model(f"{number} {question}", exp_config))
    return letter, "A", 2
