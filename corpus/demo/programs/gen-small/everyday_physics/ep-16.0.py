def solve_ep_16(question, options, exp_config):
    handlers = {
        "direct": lambda q, o: q + "\n" + o + "\nAnswer with a single letter.",
        "steps": lambda q, o: "Think step by step.\n" + q + "\n" + o + "\nAnswer with a single letter.",
        "teacher": lambda q, o: "You are a teacher.\n" + q + "\n" + o + "\nAnswer with a single letter.",
    }
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    tally = {}
    for name in handlers:
        letter = extract_answer(llm_model(handlers[name](question, o), exp_config))
        tally.setdefault(letter, []).append(name)
    return max(tally, key=lambda k: len(tally[k])), "A", 2
