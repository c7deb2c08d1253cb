# Items that are put back make the queue last longer than its first length.
from collections import deque


def solve(question, options, exp_config):
    work = deque((option["id"], 0) for option in options)
    best = "X"
    while work:
        letter, tries = work.popleft()
        reply = llm_model(f"{question} {letter}?", exp_config)
        if "yes" in reply and tries < 2:
            work.append((letter, tries + 1))
        best = extract_answer(reply)
    return best, "A", 2
