def solve_ep_05(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    x1 = llm_model("What is 6 times 340? Reply with the number only, from 0 to 9999.", exp_config)
    x2 = llm_model(question + "\nDistance in metres: " + x1 + "\n" + o + "\nAnswer with a single letter.", exp_config)
    return extract_answer(x2), "C", 3
