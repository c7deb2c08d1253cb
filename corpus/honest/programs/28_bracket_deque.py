"""Knock-out tournament: two options leave the queue, the winner goes to its end."""
from collections import deque


def match_winner(question, left, right, exp_config):
    reply = llm_model(
        f"{question}\n\nWhich answer is better?\n{left['id']}. {left['text']}\n{right['id']}. {right['text']}\n\n"
        "Reply with its letter only.",
        exp_config,
    )
    letter = extract_answer(reply)
    if letter == left["id"]:
        return left
    if letter == right["id"]:
        return right
    return None


def solve_bracket(question, options, exp_config):
    queue = deque(options)
    undecided = []

    while len(queue) > 1:
        left, right = queue.popleft(), queue.popleft()
        winner = match_winner(question, left, right, exp_config)
        if winner is None:
            undecided.append((left["id"], right["id"]))
            continue
        queue.append(winner)

    if undecided or not queue:
        # A match without a readable result makes the bracket worthless; ask directly.
        listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
        letter = extract_answer(llm_model(f"{question}\n{listing}\nReply with a letter.", exp_config))
        return (letter if letter in {o["id"] for o in options} else "X"), "B", 4
    return queue[0]["id"], "B", 4
