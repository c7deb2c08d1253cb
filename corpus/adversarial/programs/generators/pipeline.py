# Generators in generators: each draws from the one before.
def source():
    for number in range(4):
        yield number


def asked(numbers):
    for number in numbers:
        yield llm_model(str(number), {})
        yield llm_model(f"again {number}", {})


def every_second(replies):
    for reply in replies:
        next(replies, None)
        yield reply


def solve(question, options, exp_config):
    replies = list(every_second(asked(source())))
    return extract_answer(replies[-1]), "A", 2
