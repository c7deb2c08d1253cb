# `enumerate` and `zip(strict=True)` over generators that ask.
def asked(names):
    for name in names:
        yield llm_model(name, {})


def solve(question, options, exp_config):
    letter = "X"
    try:
        for number, (first, second) in enumerate(zip(asked("abc"), asked("de"), strict=True)):
            letter = extract_answer(first + second + str(number))
    except ValueError:
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
