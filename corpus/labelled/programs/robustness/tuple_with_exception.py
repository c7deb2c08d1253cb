def solve_tuple(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    try:
        reply = llm_model(f"{question}\n{rows}\nLetter:", exp_config)
    except (TimeoutError, Exception):
        reply = "no reply"
    letter = extract_answer(reply)
    return letter if letter in {o["id"] for o in options} else "X", "A", 3
