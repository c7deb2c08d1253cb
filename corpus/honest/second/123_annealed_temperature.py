"""Start hot, cool down: every sample sees the letters of the hotter ones."""

SCHEDULE = (1.0, 0.7, 0.4, 0.0)


def with_temperature(exp_config, temperature):
    settings = dict(exp_config or {})
    settings["temperature"] = temperature
    return settings


def solve_annealed(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    history, last = [], None
    for temperature in SCHEDULE:
        shown = f"Letters chosen so far: {' '.join(history)}\n" if history else ""
        reply = llm_model(
            f"{question}\n{listing}\n{shown}Reason in one line, then the letter.",
            with_temperature(exp_config, temperature),
        )
        letter = extract_answer(reply)
        if letter in [o["id"] for o in options]:
            history.append(letter)
            last = letter
    if last is None:
        return "X", "D", 3
    # The coldest sample that gave a letter decides.
    return last, "D", 3
