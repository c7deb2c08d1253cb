def solve_lp_10(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    a = llm_model(question + "\n" + o + "\nThink backwards from the last day. Explain.", exp_config)
    b = llm_model(a + "\nTherefore which option? Answer with a single letter.\n" + o, exp_config)
    return extract_answer(b), "D", 4
