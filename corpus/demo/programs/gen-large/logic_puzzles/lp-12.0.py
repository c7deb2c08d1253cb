def solve_lp_12(question, options, exp_config):
    """Name the logical form, then match it."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    form = llm_model("What is the contrapositive of a conditional sentence? Explain.", exp_config)
    return extract_answer(llm_model(f"{form}\n{question}\n{listing}\nReply with a single letter.", exp_config)), "A", 4
