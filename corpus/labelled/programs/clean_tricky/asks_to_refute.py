def solve_refute(question, options, exp_config):
    ids = [o["id"] for o in options]
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    draft = extract_answer(llm_model(sheet, exp_config))
    if draft not in ids:
        return "X", "A", 3
    attack = llm_model(f"{sheet}\nThe answer is {draft}. Refute this as well as you can.", exp_config)
    ruling = llm_model(f"{sheet}\nClaim: {draft}\nRefutation: {attack}\nDoes the claim stand? yes or no", exp_config)
    return (draft if "yes" in ruling.lower() else "X"), "A", 3
