def solve_ep_06(question: str, options: list[dict[str, str]], exp_config: dict[str, object]) -> tuple[str, str, int]:
    listing = "\n".join("%(id)s. %(text)s" % option for option in options)
    formula = llm_model("State the formula of average speed and explain.", exp_config)
    prompt = "%s\n\n%s\n%s\n\nReply with a single letter." % (formula, question, listing)
    return extract_answer(llm_model(prompt, exp_config)), "B", 1
