def solve_first(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = llm_model(f"{question}\n{rows}\nOne letter only.", exp_config).strip()[:1].upper()
    return letter if letter in {o["id"] for o in options} else "X", "A", 1
