import time


def solve_waits(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = ""
    for attempt in range(3):
        try:
            reply = llm_model(f"{question}\n{menu}\nLetter:", exp_config)
            break
        except Exception:
            time.sleep(2**attempt)
    letter = extract_answer(reply)
    return letter if letter in {o["id"] for o in options} else "X", "A", 2
