def solve_lp_19(question, options, exp_config):
    valid = tuple(o["id"] for o in options)
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)

    def ask(*notes):
        text = "\n".join((*notes, question, listing, "Reply with a single letter."))
        return extract_answer(llm_model(text, exp_config))

    diagram = llm_model(f"Describe a diagram of circles for: {question} Explain.", exp_config)
    answers = [ask(), ask(diagram), ask("Think step by step.", diagram)]
    usable = [a for a in answers if a in valid]
    if not usable:
        return "X", "C", 2
    return max(usable, key=usable.count), "C", 2
