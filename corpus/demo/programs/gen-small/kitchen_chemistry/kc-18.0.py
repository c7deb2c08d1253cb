def solve_kc_18(question, options, exp_config):
    listing = ", ".join(o["id"] + "=" + o["text"] for o in options)
    first = extract_answer(llm_model(f"{question} Options: {listing}. Answer with a single letter.", exp_config))
    confirm = llm_model(
        f"{question} Options: {listing}. Proposed answer: {first}. Reply with the right letter, a single letter.",
        exp_config,
    )
    second = extract_answer(confirm)
    return (second if second != "X" else first), "A", 2
