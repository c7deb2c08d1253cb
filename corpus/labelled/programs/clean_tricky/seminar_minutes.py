SITTINGS = [
    ("opening", ["chair", "clerk", "guest"]),
    ("discussion", ["chair", "guest", "student", "critic"]),
    ("closing", ["clerk", "chair"]),
]


def solve_seminar(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    minutes = []
    for sitting, speakers in SITTINGS:
        for speaker in speakers:
            told = "\n".join(minutes[-3:])
            words = llm_model(f"{sitting}: the {speaker} speaks.\n{question}\n{rows}\n{told}", exp_config)
            minutes.append(f"{speaker} ({sitting}): {words[:200]}")
    record = "\n".join(minutes)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nMinutes:\n{record}\nResolution, one letter:", exp_config))
    return (letter if letter in {o["id"] for o in options} else "X"), "E", 5
