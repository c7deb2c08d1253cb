def solve_lp_08(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    prompts = [
        question + "\n" + o + "\nAnswer with a single letter.",
        "Count pairs.\n" + question + "\n" + o + "\nAnswer with a single letter.",
        "Use n(n-1)/2.\n" + question + "\n" + o + "\nAnswer with a single letter.",
    ]
    res = []
    for p in prompts:
        res.append(extract_answer(llm_model(p, exp_config)))
    good = [r for r in res if r != "X"]
    if len(good) == 0:
        return "X", "A", 3
    return max(good, key=good.count), "A", 3
