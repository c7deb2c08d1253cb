from collections import deque


def solve_queue(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    tasks = deque(["Name the topic.", "Name the rule.", "Apply the rule.", "Give the letter."])
    notes, reply = [], ""
    while tasks:
        task = tasks.popleft()
        reply = llm_model(f"{question}\n{rows}\n" + "\n".join(notes) + f"\n{task}", exp_config)
        notes.append(f"{task} {reply}")
    letter = extract_answer(reply)
    return letter if letter in {o["id"] for o in options} else "X", "C", 3
