def decompose(question, depth, config):
    """Answers a question through two smaller ones, down to depth 0."""
    if depth == 0:
        return llm_model(f"Answer in a sentence: {question}", config)
    parts = [decompose(f"{aspect} of: {question}", depth - 1, config) for aspect in ("The cause", "The effect")]
    return llm_model(f"{question}\nKnown: {' '.join(parts)}\nSum up.", config)


def solve_decomposed(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    summary = decompose(question, 1, exp_config)
    drafts = [llm_model(f"{question}\n{rows}\n{summary}\n{tone} view:", exp_config) for tone in ("Bold", "Shy", "Dry")]
    letter = extract_answer(llm_model(f"{question}\n{rows}\n{drafts}\nLetter:", exp_config))
    return letter if letter in [o["id"] for o in options] else "X", "A", 4
