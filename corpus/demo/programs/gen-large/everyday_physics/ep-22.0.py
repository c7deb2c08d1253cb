def solve_ep_22(question, options, exp_config):
    """Weighted jury: confidence (0 to 100) asked for after each vote."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    weights: dict[str, float] = {}
    for juror in ("an engineer", "a cook", "a physicist"):
        letter = extract_answer(
            llm_model(f"You are {juror}. {question}\n{listing}\nReply with a single letter.", exp_config)
        )
        reply = llm_model(
            f"You are {juror}. {question}\n{listing}\nYou chose {letter}. How confident are you, from 0 to 100? "
            "Reply with the number only.",
            exp_config,
        )
        digits = "".join(ch for ch in reply if ch.isdigit())[:3]
        weights[letter] = weights.get(letter, 0.0) + (float(digits) if digits else 50.0)
    return max(weights, key=lambda letter: weights[letter]), "B", 3
