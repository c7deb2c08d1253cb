def solve_lp_24(question, options, exp_config):
    """How many cuts, how long, which option."""
    cuts = llm_model("How many cuts turn one log into four pieces? Reply with the number only, from 0 to 10.", exp_config)
    minutes = llm_model(f"{cuts} cuts of 3 minutes each take how many minutes? Reply with the number only, from 0 to 60.", exp_config)
    *_, final = [
        llm_model(f"{question}\nTotal: {minutes}\n{o}\nReply with a single letter.", exp_config)
        for o in ["\n".join(f"{option['id']}. {option['text']}" for option in options)]
    ]
    return extract_answer(final), "A", 3
