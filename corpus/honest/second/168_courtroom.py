"""The two favourites are tried in court: prosecution, defence, verdict."""


def favourites(body, ids, exp_config):
    chosen = []
    for rank in ("best", "second best"):
        letter = extract_answer(llm_model(f"{body}\n\nLetter of the {rank} option:", exp_config))
        if letter in ids and letter not in chosen:
            chosen.append(letter)
    return chosen


def hearing(question, text, exp_config):
    charge = llm_model(
        f"{question}\nAccused: '{text}'. As the prosecutor, say why it is not the answer.",
        exp_config,
    )
    plea = llm_model(
        f"{question}\nAccused: '{text}'.\nCharge: {charge}\nAs the defence, reply.", exp_config
    )
    return f"'{text}'\n  charge: {charge}\n  plea: {plea}"


def solve_in_court(question, options, exp_config):
    text = {o["id"]: o["text"] for o in options}
    body = question + "\n" + "\n".join(f"{k}. {v}" for k, v in text.items())
    accused = favourites(body, text, exp_config)
    if not accused:
        return "X", "B", 6
    if len(accused) == 1:
        return accused[0], "B", 6
    record = "\n".join(
        f"{letter}: {hearing(question, text[letter], exp_config)}" for letter in accused
    )
    verdict = extract_answer(
        llm_model(f"{question}\n\nCourt record:\n{record}\n\nVerdict (letter):", exp_config)
    )
    return (verdict if verdict in accused else "X"), "B", 6
