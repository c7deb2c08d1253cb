# Coroutines take turns until all are done.
from collections import deque


def speaker(name, turns):
    for turn in range(turns):
        yield llm_model(f"{name} {turn}", {})


def solve(question, options, exp_config):
    ready, reply = deque([speaker("pro", 2), speaker("con", 3)]), ""
    while ready:
        one = ready.popleft()
        try:
            reply = next(one)
        except StopIteration:
            continue
        ready.append(one)
    return extract_answer(reply), "A", 2
