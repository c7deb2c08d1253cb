# An endless generator that its consumer ends.
def numbers():
    number = 0
    while True:
        yield number
        number += 1


def solve(question, options, exp_config):
    letter = "X"
    for number in numbers():
        if number * number > 20:
            break
        letter = extract_answer(llm_model(f"{number} {question}", exp_config))
    return letter, "A", 2
