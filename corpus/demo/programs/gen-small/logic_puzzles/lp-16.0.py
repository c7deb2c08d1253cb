def solve_lp_16(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    r1 = llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config)
    r2 = llm_model("Check this answer: " + r1 + "\n" + question + "\n" + o + "\nAnswer with a single letter.", exp_config)
    a1, a2 = extract_answer(r1), extract_answer(r2)
    return a2 if a2 == a1 or a2 != "X" else a1, "B", 2
