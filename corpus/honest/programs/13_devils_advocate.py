"""Answer, hear the devil's advocate, answer again; keep the answer only if it survives."""


def options_block(options):
    return "\n".join(f"{o['id']}. {o['text']}" for o in options)


def pick(prompt, valid, exp_config, tries=2):
    """Ask until a valid letter comes back, at most `tries` times."""
    for _ in range(tries):
        letter = extract_answer(llm_model(prompt, exp_config))
        if letter in valid:
            return letter
        prompt += "\n\nYour last reply held no option letter. Reply with one letter."
    return None


def solve_devils_advocate(question, options, exp_config):
    valid = {o["id"] for o in options}
    base = f"{question}\n\n{options_block(options)}\n\n"

    first = pick(base + "Which option is right? Reply with the letter.", valid, exp_config)
    if first is None:
        return "X", "A", 4

    objection = llm_model(
        base + f"Someone answered {first}. You are the devil's advocate: give the strongest reason against it.",
        exp_config,
    )
    second = pick(
        base + f"First answer: {first}\nObjection: {objection}\nKeep or change the answer? Reply with a letter.",
        valid,
        exp_config,
    )
    if second is None or second == first:
        return first, "A", 4

    final = pick(
        base + f"One analyst says {first}, another says {second} because: {objection}\nWho is right? Reply with a letter.",
        {first, second},
        exp_config,
    )
    return final or "X", "A", 4
