def solve_kc_20(question, options, exp_config):
    listing = "\n".join(o["id"] + ". " + o["text"] for o in options)
    for i in range(3):
        try:
            reply = llm_model(question + "\n" + listing + "\nAnswer with a single letter.", exp_config)
        except Exception:
            continue
        letter = extract_answer(reply)
        if letter in ("A", "B", "C", "D"):
            return letter, "B", 1
    return "X", "B", 1
