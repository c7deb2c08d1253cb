def refine(text, draft, depth, config):
    if depth == 0:
        return draft
    better = llm_model(f"{text}\nDraft: {draft}\nImprove the draft; end with a letter.", config)
    return refine(text, better, depth - 1, config)


def solve_refine(question, options, exp_config):
    text = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(refine(text, "(empty)", 3, exp_config))
    return letter if letter in [o["id"] for o in options] else "X", "A", 3
