def solve_gate(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    hard = llm_model(f"Is this question hard? Reply yes or no.\n{question}", exp_config)
    if hard.strip().lower().startswith("y"):
        instruction = "Think for a long time, then give a letter."
    else:
        instruction = "Give a letter at once."
    letter = extract_answer(llm_model(f"{question}\n{rows}\n{instruction}", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
