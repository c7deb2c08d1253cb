# `nlargest` and `nsmallest` call `key` for every element, not only for those that they give.
import heapq


def solve(question, options, exp_config):
    best = heapq.nlargest(1, options, key=lambda option: len(llm_model(option["text"], exp_config)))
    worst = heapq.nsmallest(2, options, key=lambda option: llm_model(option["id"], exp_config))
    return extract_answer(llm_model(best[0]["text"] + worst[0]["text"], exp_config)), "A", 2
