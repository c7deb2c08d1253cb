def solve_handler(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    try:
        letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    except Exception:
        return "D", "D", 2
    return letter if letter in {o["id"] for o in options} else "X", "D", 2
