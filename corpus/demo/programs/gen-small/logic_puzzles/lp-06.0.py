def solve_lp_06(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    a = llm_model(question + "\n" + o + "\nThink step by step.", exp_config)
    b = llm_model(a + "\n" + question + "\n" + o + "\nAnswer with a single let