def solve_ep_11(exp_config):
    steps = (
        ("define", "What does each of these measure: ammeter, barometer, hygrometer, tachometer? Explain in one line each."),
        ("relate", "Electric current is measured in which unit? Explain."),
    )
    notes = {}
    for name, text in steps:
        notes[name] = llm_model(text, exp_config)

    final = llm_model(
        "Which instrument measures electric current?\n"
        "A. Ammeter\nB. Barometer\nC. Hygrometer\nD. Tachometer\n"
        f"Notes: {notes['define']} {notes['relate']}\n"
        "Reply with a single letter.",
        exp_config,
    )
    letter = extract_answer(final)
    return letter if letter in ("A", "B", "C", "D") else "X", "A", 1
