# `PriorityQueue.get` gives the smallest, not the first.
import queue


def solve(question, options, exp_config):
    work = queue.PriorityQueue()
    for size in (4, 1, 3):
        work.put(size)
    work.get()
    letter = "X"
    for _ in range(work.get() + work.get()):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
