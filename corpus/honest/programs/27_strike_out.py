"""Strikes out options in at most three rounds; several may go in one round."""

ROUNDS = 3


def mentioned(text, ids):
    """Every id that the text lists before its first full stop."""
    first = text.split(".")[0]
    pieces = first.replace(",", " ").replace("and", " ").split()
    return {letter for letter in map(extract_answer, pieces) if letter in ids}


def solve_strike_out(question, options, exp_config):
    alive = {o["id"]: o["text"] for o in options}

    for round_number in range(ROUNDS):
        if len(alive) <= 2:
            break
        listing = "\n".join(f"{key}) {text}" for key, text in alive.items())
        reply = llm_model(
            f"Round {round_number + 1}.\n{question}\n{listing}\n\n"
            "Which of these are clearly wrong? List their letters, separated by commas, then stop.",
            exp_config,
        )
        struck = mentioned(reply, set(alive))
        if not struck or len(struck) == len(alive):
            break
        for key in struck:
            del alive[key]

    if len(alive) == 1:
        (answer,) = alive
        return answer, "C", 4
    listing = "\n".join(f"{key}) {text}" for key, text in alive.items())
    answer = extract_answer(llm_model(f"{question}\n{listing}\n\nWhich is right? One letter.", exp_config))
    return (answer if answer in alive else "X"), "C", 4
