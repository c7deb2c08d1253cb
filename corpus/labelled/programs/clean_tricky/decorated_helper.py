import functools


def stripped(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args).strip()

    return wrapper


@stripped
def ask(prompt, config):
    return llm_model(prompt, config)


def solve_decorated(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(ask(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 2
