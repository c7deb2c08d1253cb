"""De Bono's hats, four of them; the blue hat sums up."""

HATS = {
    "white": "only facts and figures, no opinion",
    "black": "caution: what speaks against each option",
    "yellow": "optimism: what speaks for each option",
    "green": "new ideas: a view nobody has taken yet",
}


def solve_hats(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    minutes = []

    def wear(colour, rule):
        reply = llm_model(
            f"You wear the {colour} hat ({rule}).\n\n{question}\n{listing}\n\n"
            + ("Minutes so far:\n" + "\n".join(minutes) + "\n\n" if minutes else "")
            + "Three sentences at most.",
            exp_config,
        )
        minutes.append(f"[{colour}] {reply}")

    for colour, rule in HATS.items():
        wear(colour, rule)

    for attempt in range(2):
        reminder = "" if attempt == 0 else " Your reply must hold a letter."
        blue = llm_model(
            f"You wear the blue hat and close the meeting.{reminder}\n\n{question}\n{listing}\n\n"
            + "\n".join(minutes)
            + "\n\nThe meeting's decision (letter):",
            exp_config,
        )
        letter = extract_answer(blue)
        if letter != "X":
            return letter, "B", 5
    return "X", "B", 5
