def solve_kc_23(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    s = {"q": question, "o": o}
    a = extract_answer(llm_model("{q}\n{o}\nAnswer with a single letter.".format(**s), exp_config))
    b = extract_answer(llm_model("{q}\n{o}\nWhich one reacts? Answer with a single letter.".format(**s), exp_config))
    return (a if a == b else extract_answer(llm_model("{q}\n{o}\nThink. Answer with a single letter.".format(**s), exp_config))), "B", 3
