def solve_ep_03(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    ans = "X"
    while ans not in ("A", "B", "C"):
        ans = extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config))
    return ans, "C", 2
