def solve_else(question, options, exp_config):
    allowed = "".join(o["id"] for o in options)
    body = question + " || " + " || ".join(f"{o['id']}: {o['text']}" for o in options)
    for nudge in ("", "Only one letter!\n"):
        got = extract_answer(llm_model(nudge + body, exp_config))
        if got in allowed:
            break
    else:
        hint = llm_model("Which of the options is least bad, and why?\n" + body, exp_config)
        got = extract_answer(hint)
        if got not in allowed:
            got = "X"
    return got, "A", 2
