def solve_kc_21(question, options, exp_config):
    """Draft, criticise, revise, confirm."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = [o["id"] for o in options]

    draft = llm_model(f"{question}\n{listing}\n\nThink step by step and name the best option as a single letter.", exp_config)
    critique = llm_model(
        f"{question}\n{listing}\n\nA student wrote:\n{draft}\n\nExplain any mistake in the reasoning.", exp_config
    )
    revised = llm_model(
        f"{question}\n{listing}\n\nFirst try:\n{draft}\n\nCritique:\n{critique}\n\nGive the final choice as a single letter.",
        exp_config,
    )
    answer = extract_answer(revised)
    if answer in letters:
        return answer, "A", 4

    again = extract_answer(llm_model(f"{question}\n{listing}\nReply with a single letter.", exp_config))
    return (again if again in letters else "X"), "A", 4
