import heapq
import itertools


def solve_priority(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    order = itertools.count()
    heap = [(priority, next(order), view) for priority, view in ((2, "practical"), (1, "theoretical"), (3, "legal"))]
    heapq.heapify(heap)
    found = []
    for _ in range(3):
        priority, _, view = heapq.heappop(heap)
        claim = llm_model(f"From a {view} view:\n{question}\n{rows}\nClaim with a letter:", exp_config)
        reply = llm_model(f"{question}\n{rows}\nContradict if you can: {claim}", exp_config)
        letter = extract_answer(claim)
        if letter in ids:
            heapq.heappush(found, (priority + 2 * ("wrong" in reply.lower()), letter))
    return (found[0][1] if found else "X"), "B", 4
