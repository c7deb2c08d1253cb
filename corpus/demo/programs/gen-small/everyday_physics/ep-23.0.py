def solve_ep_23(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    expr = llm_model("How many kilogram metres are 20 times 3? Reply with the number only, from 0 to 1000.", exp_config)
    try:
        moment = eval(expr)
    except Exception:
        moment = 60
    r = llm_model("The moment is " + str(moment) + ".\n" + question + "\n" + o + "\nAnswer with a single letter.", exp_config)
    return extract_answer(r), "C", 5
