def solve_ep_14(question, options, exp_config):
    """Formula first, then the choice."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    formula = llm_model("How do resistances in parallel add up? Explain.", exp_config)
    letter = extract_answer(llm_model(f"{formula}\n{question}\n{listing}\nReply with a single letter.", exp_config))
    return {"solverLLM_answer": letter, "genLLM_answer": "B", "genLLM_difficulty": 4}
