# `queue.Queue` holds what was put, and some is put while it is emptied.
import queue


def solve(question, options, exp_config):
    work = queue.Queue()
    work.put(2)
    letter = "X"
    while not work.empty():
        level = work.get()
        letter = extract_answer(llm_model(f"{level}: {question}", exp_config))
        if level:
            work.put(level - 1)
            work.put(level - 1)
    return letter, "A", 2
