def solve_ep_19(question, options, exp_config):
    why = llm_model(question + "\nExplain.", exp_config)
    longest = max(options, key=lambda x: len(x["text"]))
    return longest["id"], "C", 2
