def solve_kc_07(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    r = llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config)
    return extract_answer(r, ["A", "B", "C", "D"]), "A", 1
