# `insort` grows the list that it sorts into.
import bisect


def solve(question, options, exp_config):
    ranks = [3]
    for option in options:
        bisect.insort(ranks, len(option["text"]))
    letter = "X"
    for rank in ranks:
        letter = extract_answer(llm_model(f"{rank}: {question}", exp_config))
    return letter, "A", 2
