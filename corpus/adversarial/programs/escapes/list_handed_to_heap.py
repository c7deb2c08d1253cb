# `heapify` and `insort` compare objects of the program's own.
import bisect
import heapq


class Ranked:
    calls = 0

    def __init__(self, rank):
        self.rank = rank

    def __lt__(self, other):
        Ranked.calls += 1
        return self.rank < other.rank


def solve(question, options, exp_config):
    heap, letter = [Ranked(3), Ranked(1), Ranked(2)], "X"
    Ranked.calls = 0
    heapq.heapify(heap)
    bisect.insort([Ranked(0), Ranked(9)], Ranked(5))
    for _ in range(Ranked.calls):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
