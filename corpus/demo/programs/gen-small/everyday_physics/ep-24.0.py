def solve_ep_24(question, options, context, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    r = llm_model(context + "\n" + question + "\n" + o + "\nAnswer with a single letter.", exp_config)
    return extract_answer(r), "A", 1
