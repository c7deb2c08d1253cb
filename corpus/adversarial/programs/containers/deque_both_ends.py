# `appendleft` and `extendleft` grow, `popleft` takes from the same end.
from collections import deque


def solve(question, options, exp_config):
    queue = deque()
    queue.appendleft("first")
    queue.extendleft(["second", "third"])
    letter = "X"
    while queue:
        step = queue.popleft()
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
        if step == "third":
            queue.append("fourth")
    return letter, "A", 2
