from collections import deque


def solve_refills(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    queue, notes = deque([question]), []
    while queue:
        reply = llm_model(queue.popleft(), exp_config)
        notes.append(reply)
        if "?" in reply:
            queue.append(reply)
    letter = extract_answer(llm_model("\n".join(notes) + f"\n{question}\n{menu}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 3
