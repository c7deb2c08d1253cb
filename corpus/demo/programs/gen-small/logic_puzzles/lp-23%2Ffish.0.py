def solve_lp_23(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    a = extract_answer(llm_model("Think of a grandfather.\n" + question + "\n" + o + "\nAnswer with a single letter.", exp_config))
    b = extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config))
    return [b, a][a == b], "C", 4
