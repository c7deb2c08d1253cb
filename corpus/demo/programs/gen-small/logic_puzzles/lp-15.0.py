def solve_lp_15(question, options, exp_config):
    gen_answer = "C"
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    a = extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config))
    if a == "X":
        a = gen_answer
    return a, gen_answer, 4
