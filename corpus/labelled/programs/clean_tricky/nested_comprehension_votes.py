def solve_grid(question, options, exp_config):
    ids = [o["id"] for o in options]
    stem = "\n".join([question] + ["%s. %s" % (o["id"], o["text"]) for o in options])
    grid = [
        [extract_answer(llm_model(f"{role}, {mood}.\n{stem}\nLetter:", exp_config)) for mood in ("calm", "alert")]
        for role in ("reader", "writer", "printer")
    ]
    flat = [letter for row in grid for letter in row if letter in ids]
    best = None
    for letter in flat:
        if best is None or flat.count(letter) > flat.count(best):
            best = letter
    return best or "X", "E", 4
