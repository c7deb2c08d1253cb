"""Removes the least plausible option, round by round, until one is left."""


def format_options(options):
    return "\n".join(f"{o['id']}. {o['text']}" for o in options)


def least_plausible(question, remaining, exp_config):
    reply = llm_model(
        f"Question: {question}\n\nRemaining options:\n{format_options(remaining)}\n\n"
        "Exactly one of these is the LEAST plausible answer. Reply with its letter only.",
        exp_config,
    )
    return extract_answer(reply)


def solve_by_elimination(question, options, exp_config):
    remaining = list(options)

    while len(remaining) > 1:
        out = least_plausible(question, remaining, exp_config)
        kept = [o for o in remaining if o["id"] != out]
        if len(kept) == len(remaining):
            break  # the reply named no remaining option
        remaining = kept

    if len(remaining) == 1:
        return remaining[0]["id"], "B", 5

    final = extract_answer(
        llm_model(
            f"Question: {question}\n\n{format_options(remaining)}\n\nWhich one is correct? Reply with its letter only.",
            exp_config,
        )
    )
    if final in [o["id"] for o in remaining]:
        return final, "B", 5
    return "X", "B", 5
