def solve_lp_18(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    for i in range(3):
        a = extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config))
        if a != "X":
            return a, "A", 2
