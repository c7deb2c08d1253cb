def ask(prompt, config):
    for attempt in range(3):
        try:
            return llm_model(prompt, config)
        except Exception:
            continue
    return None


def solve_gives_up(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = ask(f"{question}\n{rows}\nLetter:", exp_config)
    letter = "X" if reply is None else extract_answer(reply)
    return letter if letter in {o["id"] for o in options} else "X", "B", 3
