# `sorted`, `min`, `list.sort` and the heap call `__lt__`.
import heapq


class Ranked:
    def __init__(self, text):
        self.text = text

    def __lt__(self, other):
        return "yes" in llm_model(self.text + other.text, {})


def solve(question, options, exp_config):
    ranked = [Ranked(text) for text in "abc"]
    ranked.sort()
    heapq.heapify(ranked)
    best = min(*ranked, heapq.heappop(ranked))
    return extract_answer(llm_model(best.text + question, exp_config)), "A", 2
