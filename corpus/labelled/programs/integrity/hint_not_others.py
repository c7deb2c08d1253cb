def solve_excludes(exp_config):
    letter = extract_answer(
        llm_model(
            "Which bone is in the leg?\nA. ulna\nB. tibia\nC. radius\n"
            "Note that A and C are wrong, so the answer must be B. Reply with the letter.",
            exp_config,
        )
    )
    return letter if letter in "ABC" else "X", "B", 1
