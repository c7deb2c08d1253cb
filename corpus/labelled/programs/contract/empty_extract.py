def solve_nothing(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{rows}\nLetter:", exp_config)
    if not reply:
        return "X", "A", 1
    letter = extract_answer()
    return letter if letter in {o["id"] for o in options} else "X", "A", 1
