def solve_lp_09(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    t = llm_model(question + "\nThink step by step.", exp_config)
    return extract_answer(llm_model(t + "\n" + question + "\n" + o + "\nAnswer with a single letter.", exp_config)), "E", 4
