"""A heap of doubts: the option that the solver doubts least goes to a final check first."""
import heapq
import re


def doubt(question, option, exp_config):
    """How doubtful the option is, from 0 to 10. Unreadable replies count as undecided, 5."""
    reply = llm_model(
        f"{question}\nStudent's answer: {option['text']}\n"
        "How doubtful is this answer, from 0 (surely right) to 10 (surely wrong)? Reply with one number.",
        exp_config,
    )
    match = re.search(r"\b(10|\d)\b", reply)
    return int(match.group(1)) if match else 5


def solve_heap(question, options, exp_config):
    heap = []
    for order, option in enumerate(options):
        heapq.heappush(heap, (doubt(question, option, exp_config), order, option))

    first = heapq.heappop(heap)
    if not heap or heap[0][0] > first[0]:
        return first[2]["id"], "D", 5

    # Several share the smallest doubt.
    level = first[0]
    finalists = [first[2]]
    while heap and heap[0][0] == level:
        finalists.append(heapq.heappop(heap)[2])

    lines = "\n".join(f"{o['id']}. {o['text']}" for o in finalists)
    letter = extract_answer(
        llm_model(f"{question}\n{lines}\nThese look equally good. Which is right? Reply with the letter.", exp_config)
    )
    return (letter if letter in {o["id"] for o in finalists} else "X"), "D", 5
