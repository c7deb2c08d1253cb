"""Imagine that the chosen answer turned out wrong, ask why, and choose once more."""


def solve_premortem(question, options, exp_config):
    ids = [o["id"] for o in options]
    text_of = dict((o["id"], o["text"]) for o in options)
    listing = "\n".join(f"{i}. {text_of[i]}" for i in ids)
    ask = lambda prompt: llm_model(prompt, exp_config)

    choice = extract_answer(ask(f"{question}\n{listing}\nChoose a letter."))
    if choice not in ids:
        choice = extract_answer(ask(f"{question}\n{listing}\nReply with exactly one letter."))
    if choice not in ids:
        return "X", "A", 4

    why_wrong = ask(
        f"{question}\n{listing}\n\nSomeone chose '{text_of[choice]}' and it turned out to be wrong. "
        "What is the most likely reason? Two sentences."
    )
    weight = ask(
        f"{question}\n\nObjection: {why_wrong}\n\nIs the objection valid? Start with VALID or INVALID."
    )
    if weight.strip().upper().startswith("INVALID"):
        return choice, "A", 4

    again = extract_answer(
        ask(f"{question}\n{listing}\n\nKeep in mind: {why_wrong}\n\nFinal letter:")
    )
    return (again if again in ids else choice), "A", 4
