"""Every voter may approve several options; most approvals win, a second look breaks ties."""

import re


def approvals(reply, letters):
    if re.search(r"\bnone\b", reply, re.IGNORECASE):
        return set()
    return {letter for letter in letters if re.search(rf"\b{re.escape(letter)}\b", reply)}


def solve_approval(item, exp_config):
    options = item["options"]
    letters = [o["id"] for o in options]
    sheet = item["question"] + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    tally = {letter: 0 for letter in letters}
    for mood in ("quickly", "slowly", "as if marking an exam", "as if it were your own field"):
        reply = llm_model(
            f"Read this {mood}.\n{sheet}\n\nName every letter that could be right, or 'none'.",
            exp_config,
        )
        for letter in approvals(reply, letters):
            tally[letter] += 1

    most = max(tally.values())
    if most == 0:
        return extract_answer(llm_model(f"{sheet}\n\nOne letter:", exp_config)), "D", 4
    tied = [letter for letter, count in tally.items() if count == most]
    if len(tied) == 1:
        return tied[0], "D", 4
    final = extract_answer(
        llm_model(f"{sheet}\n\nOnly one of {' / '.join(tied)} is best. Which?", exp_config)
    )
    return (final if final in tied else "X"), "D", 4
