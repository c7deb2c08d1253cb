def solve_kc_14(question, options, exp_config):
    """First version: one direct question."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    return extract_answer(llm_model(f"{question}\n{listing}\nReply with a single letter.", exp_config)), "D", 2


def solve_kc_14(question, options, exp_config):
    """Second version: a definition first."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    definition = llm_model("What makes a change chemical rather than physical? Explain.", exp_config)
    return extract_answer(llm_model(f"{definition}\n{question}\n{listing}\nReply with a single letter.", exp_config)), "D", 2
