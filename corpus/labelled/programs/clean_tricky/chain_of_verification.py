CHECKS = (
    "Is every term used as the question uses it? yes or no",
    "Does any other option fit as well? yes or no",
    "Would an expert object? yes or no",
)


def ask(config, *parts):
    return llm_model("\n\n".join(part for part in parts if part), config)


def solve_cove(question, options, exp_config):
    known = frozenset(o["id"] for o in options)
    rows = "\n".join(o["id"] + ": " + o["text"] for o in options)
    draft = ask(exp_config, question, rows, "Argue briefly, then give a letter.")
    expected = ("yes", "no", "no")
    troubles = 0
    for check, wanted in zip(CHECKS, expected):
        verdict = ask(exp_config, question, rows, f"Draft: {draft}", check).strip().lower()
        troubles += not verdict.startswith(wanted)
    letter = extract_answer(draft)
    if troubles >= 2 or letter not in known:
        again = ask(exp_config, question, rows, f"{troubles} checks of this draft failed: {draft}", "New letter:")
        letter = extract_answer(again)
    return (letter if letter in known else "X", "B", 4)
