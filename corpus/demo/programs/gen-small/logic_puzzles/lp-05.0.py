def solve_lp_05(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    r = llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config)
    with open("solver_log.txt", "a") as f:
        f.write(r + "\n")
    return extract_answer(r), "B", 5
