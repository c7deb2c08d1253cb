# A retry decorator on two functions, one of which calls the other: the tries multiply.
import functools


def retry(times):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*arguments, **named):
            for left in range(times, 0, -1):
                try:
                    return function(*arguments, **named)
                except (RuntimeError, ValueError):
                    if left == 1:
                        raise

        return wrapper

    return decorate


@retry(2)
def ask(prompt):
    return llm_model(prompt, {})


@retry(3)
def letter_of(prompt):
    letter = extract_answer(ask(prompt))
    if letter == "X":
        raise ValueError
    return letter


def solve(question, options, exp_config):
    try:
        return letter_of(question), "A", 2
    except Exception:
        return "X", "A", 2
