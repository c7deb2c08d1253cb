# A heap whose elements come back with a lower priority.
import heapq


def solve(question, options, exp_config):
    heap = [(0, option["id"]) for option in options[:2]]
    heapq.heapify(heap)
    letter = "X"
    while heap:
        rank, name = heapq.heappop(heap)
        letter = extract_answer(llm_model(f"{question} {name}", exp_config))
        if rank < 2:
            heapq.heappush(heap, (rank + 1, name))
    return letter, "A", 2
