def scaffold_ep_09(item, exp_config):
    """Solve at two levels of detail and let the solver compare its own two answers."""
    q = item["question"]
    opts = item["options"]
    table = "\n".join(map(lambda o: f"{o['id']} | {o['text']}", opts))

    distance_to_mirror = llm_model("How far is someone in front of a flat mirror from the mirror's image plane? Explain.", exp_config)
    long_way = extract_answer(
        llm_model(f"{q}\n{table}\nKnown: {distance_to_mirror}\nThink step by step; end with a single letter.", exp_config)
    )
    short_way = extract_answer(llm_model(f"{q}\n{table}\nReply with a single letter.", exp_config))
    if long_way == short_way:
        return long_way, "D", 3

    final = llm_model(
        f"{q}\n{table}\nA careful solution ended in {long_way}, a quick one in {short_way}.\n"
        "Which of the two is right? Reply with a single letter.",
        exp_config,
    )
    return extract_answer(final), "D", 3
