EXPECTED = "A"


def solve_lp_08(question, options, exp_config):
    """Think first; then compare with the reference and settle."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    thinking = llm_model(f"{question}\n{listing}\nThink step by step.", exp_config)
    final = llm_model(
        f"{thinking}\n\n{question}\n{listing}\nFor comparison, the reference answer is {EXPECTED}.\n"
        "Reply with a single letter.",
        exp_config,
    )
    return extract_answer(final), EXPECTED, 3
