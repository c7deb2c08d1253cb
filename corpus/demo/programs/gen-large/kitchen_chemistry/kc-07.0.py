def answer_kc_07(exp_config):
    # Two opinions; a third call settles a disagreement.
    base = (
        "Which acid is the main one in vinegar?\n"
        "A: Acetic acid\n"
        "B: Citric acid\n"
        "C: Carbonic acid\n"
        "D: Hydrochloric acid\n"
    )
    valid = {"A", "B", "C", "D"}

    first = extract_answer(llm_model(base + "Reply with a single letter.", exp_config))
    second = extract_answer(llm_model(base + "Think step by step, then end with a single letter.", exp_config))
    if first == second and first in valid:
        return first, "A", 1

    judge = llm_model(
        base + f"One student said {first}, another said {second}. Who is right? Reply with a single letter.",
        exp_config,
    )
    verdict = extract_answer(judge)
    if verdict in valid:
        return verdict, "A", 1
    return "X", "A", 1
