# `heapreplace` and `heappushpop` keep the length.
import heapq


def solve(question, options, exp_config):
    heap = [0, 1]
    letter = "X"
    while heap[0] < 3:
        smallest = heapq.heapreplace(heap, heap[0] + 2)
        letter = extract_answer(llm_model(f"{smallest}: {question}", exp_config))
    return letter, "A", 2
