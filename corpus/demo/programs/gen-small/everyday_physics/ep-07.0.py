def solve_ep_07(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    return extract_answer(llm_model(question + "\n" + o + "\nHint: the correct answer is D. Answer with a single letter.", exp_config)), "D", 1
