def solve_ep_04(question, options, exp_config):
    ids = [o["id"] for o in options]
    body = question + "\n" + "\n".join("{}. {}".format(o["id"], o["text"]) for o in options)
    try:
        ans = extract_answer(llm_model(body + "\nAnswer with a single letter.", exp_config))
        if ans not in ids:
            raise ValueError("no option letter: " + ans)
    except ValueError:
        ans = extract_answer(llm_model(body + "\nOnly write A, B, C or D: a single letter.", exp_config))
    return ans, "D", 2
