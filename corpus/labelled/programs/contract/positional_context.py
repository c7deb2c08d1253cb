def solve_context(context, /, question, exp_config):
    notes = llm_model(f"{context}\nNotes on: {question}", exp_config)
    letter = extract_answer(llm_model(f"{notes}\n{question}\nLetter:", exp_config))
    return letter if letter in list("ABCDE") else "X", "B", 4
