# What stands after `yield` runs when the block is left, also with an exception that it suppresses.
import contextlib


@contextlib.contextmanager
def room():
    try:
        yield llm_model("enter", {})
    except ValueError:
        llm_model("suppressed", {})
    finally:
        llm_model("leave", {})


def solve(question, options, exp_config):
    with room():
        raise ValueError
    with room() as reply:
        pass
    return extract_answer(reply), "A", 2
