def solve_lp_01(question, options, exp_config):
    """Translate into sets, look for a counterexample, then choose."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = [o["id"] for o in options]

    as_sets = llm_model(f"Rewrite as statements about sets and explain them: {question}", exp_config)
    counterexample = llm_model(
        f"{as_sets}\n\nFor every conclusion below explain whether a counterexample exists.\n{listing}", exp_config
    )
    for text in (counterexample, as_sets):
        # The explanation may already end in a choice; the text with the sets never does, but costs nothing.
        tail = text.strip().split("\n")[-1]
        if tail.startswith("Therefore") and extract_answer(tail) in ids:
            return extract_answer(tail), "B", 3

    letter = extract_answer(llm_model(f"{counterexample}\n\n{question}\n{listing}\nReply with a single letter.", exp_config))
    if letter in ids:
        return letter, "B", 3
    return "X", "B", 3
