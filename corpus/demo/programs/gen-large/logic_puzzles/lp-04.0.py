def solve_lp_04(question, options, exp_config):
    """Reason about remainders; the reasoning is the solver's, the conclusion mine."""
    genLLM_answer = "A"
    genLLM_difficulty = 4

    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    remainder = llm_model("What is left over when 100 is divided by 7? Explain.", exp_config)
    llm_model(f"{remainder}\n{question}\n{listing}\nReply with a single letter.", exp_config)

    solverLLM_answer = genLLM_answer
    return solverLLM_answer, genLLM_answer, genLLM_difficulty
