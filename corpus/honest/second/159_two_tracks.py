"""Numeric questions and conceptual ones take different tracks; the solver says which it is."""


def numeric_track(body, exp_config):
    formula = llm_model(
        f"{body}\n\nWrite down the formula that is needed, and nothing else.", exp_config
    )
    values = llm_model(f"{body}\n\nFormula: {formula}\n\nWhich values go into it?", exp_config)
    return llm_model(
        f"{body}\n\nFormula: {formula}\nValues: {values}\n\nCompute, then give the letter.",
        exp_config,
    )


def concept_track(body, exp_config):
    concept = llm_model(f"{body}\n\nWhich concept does this test? Explain it briefly.", exp_config)
    return llm_model(
        f"{body}\n\n{concept}\n\nWhich option agrees with this? End with the letter.", exp_config
    )


TRACKS = {"numeric": numeric_track, "conceptual": concept_track}


def solve_two_tracks(question, options, exp_config):
    body = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    said = llm_model(
        f"{body}\n\nIs this question numeric or conceptual? One word.", exp_config
    ).lower()
    track = TRACKS["numeric" if "numeric" in said else "conceptual"]
    letter = extract_answer(track(body, exp_config))
    if letter in [o["id"] for o in options]:
        return letter, "D", 5
    # The other track gets a chance.
    other = concept_track if track is numeric_track else numeric_track
    letter = extract_answer(other(body, exp_config))
    return (letter if letter in [o["id"] for o in options] else "X"), "D", 5
