def solve_endless(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    while True:
        try:
            reply = llm_model(f"{question}\n{rows}\nLetter:", exp_config)
        except Exception:
            continue
        letter = extract_answer(reply)
        return letter if letter in {o["id"] for o in options} else "X", "B", 2
