def solve_lp_23(question, options, exp_config):
    rows = [" = ".join((o["id"], o["text"])) for o in options]
    insight = llm_model(f"{question}\nCan one person be a father and a son at once? Explain.", exp_config)
    pair = [
        extract_answer(llm_model("\n".join([insight, question, *rows, tail]), exp_config))
        for tail in ("Reply with a single letter.", "Think step by step. End with a single letter.")
    ]
    return pair[-1] if pair[0] != pair[-1] else pair[0], "C", 4
