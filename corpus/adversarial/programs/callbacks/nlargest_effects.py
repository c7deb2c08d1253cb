# The key of `nlargest` changes what a loop counts by.
import heapq


def solve(question, options, exp_config):
    seen = []

    def rank(number):
        seen.append(number)
        return -number

    heapq.nlargest(2, [3, 1, 2, 5], key=rank)
    letter = "X"
    while seen:
        letter = extract_answer(llm_model(f"{seen.pop()}: {question}", exp_config))
    return letter, "A", 2
