def solve_retry(question, options, exp_config):
    ids = [o["id"] for o in options]
    text = question + "\n" + "\n".join(o["id"] + ". " + o["text"] for o in options)
    for attempt in range(1, 4):
        letter = extract_answer(llm_model(f"{text}\nAttempt {attempt}: reply with a letter.", exp_config))
        if letter in ids:
            break
    else:
        letter = "X"
    return letter, "D", 5
