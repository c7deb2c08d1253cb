def solve_ep_03(question, options, exp_config):
    """Check each statement by itself; a tie or no winner goes to one direct question."""
    accepted = []
    for option in options:
        verdict = llm_model(
            f"{question}\nClaim: {option['text']}\nIs the claim the right answer? Reply yes or no.", exp_config
        )
        if "yes" in verdict.lower().split("\n")[0]:
            accepted.append(option["id"])

    if len(accepted) == 1:
        return accepted[0], "C", 2
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    final = extract_answer(llm_model(f"{question}\n{listing}\nReply with a single letter.", exp_config))
    return final, "C", 2
