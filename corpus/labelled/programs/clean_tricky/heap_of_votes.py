import heapq
from collections import Counter


def solve_heap(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}: {o['text']}" for o in options)
    votes = Counter()
    for pace in ("slow", "steady", "fast"):
        letter = extract_answer(llm_model(f"{pace}: {sheet}", exp_config))
        votes[letter] += letter != "X"
    ranked = heapq.nlargest(1, ((count, letter) for letter, count in votes.items() if letter != "X"))
    return (ranked[0][1] if ranked else "X"), "D", 3
