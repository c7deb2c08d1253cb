# An ExitStack calls back what it was given, in the opposite order.
import contextlib


def solve(question, options, exp_config):
    replies = []
    with contextlib.ExitStack() as stack:
        for option in options:
            stack.callback(lambda: replies.append(llm_model(question, exp_config)))
    return extract_answer(replies[-1]), "A", 2
