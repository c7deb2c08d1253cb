from functools import wraps


def never_fails(function):
    @wraps(function)
    def inner(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except Exception:
            return "X", "B", 9

    return inner


@never_fails
def solve(question, options, exp_config):
    letter = extract_answer(llm_model(f"{question}\n{options}", exp_config))
    return letter if letter != "X" else "X", "B", 3
