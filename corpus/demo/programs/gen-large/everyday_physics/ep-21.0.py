def solve_ep_21(question, options, exp_config):
    """A knockout: the winner so far against the next option, and one opening question."""
    champion = options[0]
    opening = llm_model(f"{question}\nExplain what decides when a liquid boils.", exp_config)
    for challenger in options[1:]:
        reply = llm_model(
            f"{question}\nKnown: {opening}\n"
            f"{champion['id']}. {champion['text']}\n{challenger['id']}. {challenger['text']}\n"
            "Which of these two is better? Reply with a single letter.",
            exp_config,
        )
        preferred = extract_answer(reply)
        if preferred == challenger["id"]:
            champion = challenger
        elif preferred != champion["id"]:
            return "X", "D", 4
    return champion["id"], "D", 4
