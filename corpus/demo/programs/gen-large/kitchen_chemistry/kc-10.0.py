def solve_kc_10(question, options, exp_config):
    """Two opinions and a check of each against the other option texts."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    first = extract_answer(llm_model(f"{question}\n{listing}\nReply with a single letter.", exp_config))
    second = extract_answer(llm_model(f"{question}\n{listing}\nThink step by step. Single letter.", exp_config))
    if first == second:
        return first, "A", 2
    verdicts = {}
    for letter in (first, second):
        reply = llm_model(
            f"{question}\n{listing}\nProposed answer: {letter}. Is it right? Reply yes or no.",
            exp_config,
        )
        verdicts[letter] = reply.lower().startswith("yes")
    return max(verdicts, key=lambda letter: (verdicts[letter], letter ==