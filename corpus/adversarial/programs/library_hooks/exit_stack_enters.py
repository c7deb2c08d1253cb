# `enter_context` enters, and leaves at the end.
import contextlib


class Room:
    def __enter__(self):
        return llm_model("enter", {})

    def __exit__(self, *details):
        llm_model("leave", {})


def solve(question, options, exp_config):
    with contextlib.ExitStack() as stack:
        replies = [stack.enter_context(Room()) for _ in range(2)]
    return extract_answer(replies[-1]), "A", 2
