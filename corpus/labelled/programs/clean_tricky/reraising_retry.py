import functools


def twice(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except Exception:
            return function(*args, **kwargs)

    return wrapper


@twice
def ask(prompt, config):
    return llm_model(prompt, config)


def solve_twice(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    outline = ask(f"Outline what one must know to answer: {question}", exp_config)
    letter = extract_answer(ask(f"{outline}\n\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 2
