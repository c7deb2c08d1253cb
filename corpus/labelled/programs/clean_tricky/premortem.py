REASONS_WANTED = 3


def solve_premortem(item, exp_config):
    stem = item["question"]
    table = {option["id"]: option["text"] for option in item["options"]}
    rows = "\n".join(f"{letter}. {text}" for letter, text in table.items())
    draft = extract_answer(llm_model(f"{stem}\n{rows}\nLetter:", exp_config))
    reasons = []
    for number in range(REASONS_WANTED):
        known = "; ".join(reasons) or "none yet"
        reasons.append(
            llm_model(
                f"{stem}\n{rows}\nImagine that {draft} turned out wrong. Reasons so far: {known}. "
                f"Give reason {number + 1} of {REASONS_WANTED}.",
                exp_config,
            )
        )
    final = extract_answer(llm_model(f"{stem}\n{rows}\nAgainst {draft}: {reasons}\nKeep or change it. Letter:", exp_config))
    for letter in (final, draft):
        if letter in table:
            return letter, "C", 3
    return "X", "C", 3
