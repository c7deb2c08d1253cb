def solve_ep_10(question, options, exp_config):
    # keep the first three options that the solver does not throw out
    listing = "\n".join(o["id"] + ". " + o["text"] for o in options)
    out1 = extract_answer(llm_model(question + "\n" + listing + "\nWhich can be ruled out? Answer with a single letter.", exp_config))
    rest = [o for o in options if o["id"] != out1]
    listing = "\n".join(o["id"] + ". " + o["text"] for o in rest)
    out2 = extract_answer(llm_model(question + "\n" + listing + "\nWhich can be ruled out? Answer with a single letter.", exp_config))
    rest = [o for o in rest if o["id"] != out2]
    listing = "\n".join(o["id"] + ". " + o["text"] for o in rest)
    final = extract_answer(llm_model(question + "\n" + listing + "\nWhich is right? Answer with a single letter.", exp_config))
    return final, "C", 2
