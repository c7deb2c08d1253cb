def solve_ep_13(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    table = {x["id"]: x["id"] for x in options}
    a = extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config))
    return table.get(a, "D"), "D", 2
