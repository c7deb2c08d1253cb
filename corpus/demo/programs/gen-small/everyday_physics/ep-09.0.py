def solve_ep_09(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    plan = llm_model(question + "\nSplit this into small questions, one on each line. Explain.", exp_config)
    notes = ""
    for line in plan.split("\n"):
        notes += llm_model(line + " Explain.", exp_config) + "\n"
    try:
        notes += "Result: " + str(eval(notes.split("\n")[0]))
    except (SyntaxError, NameError, TypeError, ValueError):
        notes += "no result"
    return extract_answer(llm_model(notes + question + "\n" + o + "\nAnswer with a single letter.", exp_config)), "D", 4
