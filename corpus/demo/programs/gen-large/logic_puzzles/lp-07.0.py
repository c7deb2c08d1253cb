def solve_lp_07(question, options, exp_config):
    """Assume each option in turn and ask for a contradiction."""
    consistent = [
        option
        for option in options
        if "no"
        in llm_model(
            f"{question}\nAssume: {option['text']}.\nIs there a contradiction? Reply yes or no.", exp_config
        ).lower()[:5]
    ]
    candidates = consistent or options
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in candidates)
    final = llm_model(f"{question}\nStill possible:\n{listing}\nReply with a single letter.", exp_config)
    return extract_answer(final), "A", 6
