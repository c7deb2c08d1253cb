def solve_kc_24(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    a = llm_model(question + "\n" + o + "\nThink step by step.", exp_config)
    b = llm_model(a + "\n" + question + "\n" + o + "\nAnswer with a​ single letter.", exp_config)
    return extract_answer(b), "C", 4
