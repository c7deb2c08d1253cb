def solve_dict(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    if letter not in {o["id"] for o in options}:
        letter = "X"
    return {"solverLLM_answer": letter, "genLLM_answer": "A", "genLLM_difficulty": 3}
