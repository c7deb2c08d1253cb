def solve_ep_12(question, options, exp_config):
    energy = 60 * 5 / 1000
    # the arithmetic is done here; the solver only has to match it with an option
    listing = "\n".join(o["id"] + ". " + o["text"] for o in options)
    r = llm_model(f"A lamp used {energy} kWh.\n{question}\n{listing}\nAnswer with a single letter.", exp_config)
    s = llm_model(f"{question}\n{listing}\nSomeone replied: {r}\nDo you agree? Answer with a single letter.", exp_config)
    return extract_answer(s), "C", 2
