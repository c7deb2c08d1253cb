# `suppress` ends the block and not the function.
import contextlib


def solve(question, options, exp_config):
    letter = "X"
    for option in options:
        with contextlib.suppress(ZeroDivisionError, RuntimeError):
            letter = extract_answer(llm_model(question, exp_config))
            1 / 0
        letter = extract_answer(llm_model(option["text"], exp_config))
    return letter, "A", 2
