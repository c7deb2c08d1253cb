# `pop_all` moves the callbacks to another stack.
import contextlib


def solve(question, options, exp_config):
    replies = []
    with contextlib.ExitStack() as stack:
        stack.callback(lambda: replies.append(llm_model(question, exp_config)))
        stack.push(lambda *details: replies.append(llm_model("pushed", exp_config)))
        moved = stack.pop_all()
    moved.close()
    moved.close()
    return extract_answer(replies[-1]), "A", 2
