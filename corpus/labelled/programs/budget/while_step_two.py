def solve_steps(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    notes, step = "", 0
    while step < 20:
        notes += llm_model(f"{question}\nStep {step}. So far: {notes}", exp_config)
        step += 2
    letter = extract_answer(llm_model(f"{notes}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 4
