def solve_lines(question, options, exp_config):
    plan = llm_model(f"Split into sub-questions, one a line: {question}", exp_config)
    notes = []
    for line in plan.splitlines():
        notes.append(llm_model(line, exp_config))
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model("\n".join(notes) + f"\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 4
