def solve_lp_17(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    seen = set()
    for i in range(1, 4):
        a = extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter. " + "*" * i, exp_config))
        if a in seen:
            return a, "B", 4
        if a != "X":
            seen.add(a)
    return (sorted(seen)[0] if seen else "X"), "B", 4
