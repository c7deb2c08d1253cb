def solve_quiet(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    try:
        letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    except Exception:
        return "X", "B", 2
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
