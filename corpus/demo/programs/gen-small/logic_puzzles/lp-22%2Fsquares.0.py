def solve_lp_22(question, options, exp_config):
    sizes = {}
    for n in (1, 2, 3):
        sizes[n] = llm_model(f"How many squares of side {n} fit into a grid of 3 by 3? Reply with the number only, from 0 to 10.", exp_config)
    facts = ", ".join(f"side {n}: {reply}" for n, reply in sizes.items())
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    one = extract_answer(llm_model(facts + "\n" + question + "\n" + o + "\nAnswer with a single letter.", exp_config))
    two = extract_answer(llm_model("Add them.\n" + facts + "\n" + question + "\n" + o + "\nAnswer with a single letter.", exp_config))
    return two if one == two else one, "A", 3
