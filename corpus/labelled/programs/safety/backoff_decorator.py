import functools
import time


def backoff(function):
    @functools.wraps(function)
    def wrapper(*args):
        for wait in (1, 2):
            try:
                return function(*args)
            except Exception:
                time.sleep(wait)
        return function(*args)

    return wrapper


@backoff
def ask(prompt, config):
    return llm_model(prompt, config)


def solve_backoff(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(ask(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 2
