def solve_ep_10(question, options, exp_config):
    """The first option that the solver confirms; the generator's reading of the item otherwise."""
    confirmed = (
        option["id"]
        for option in options
        if llm_model(
            f"{question}\nProposed: {option['text']}. Is this right? Reply yes or no.", exp_config
        ).lower().startswith("yes")
    )
    return next(confirmed, "C"), "C", 2
