"""Group options that say much the same, choose a group, then an option within it."""

import re


def parse_groups(reply, ids):
    groups, used = [], set()
    for line in reply.splitlines():
        group = [
            letter
            for letter in re.findall(r"\b[A-Z]\b", line)
            if letter in ids and letter not in used
        ]
        if group:
            groups.append(group)
            used.update(group)
    rest = [letter for letter in ids if letter not in used]
    return groups + ([rest] if rest else [])


def solve_grouped(question, options, exp_config):
    text = {o["id"]: o["text"] for o in options}
    listing = "\n".join(f"{k}. {v}" for k, v in text.items())
    groups = parse_groups(
        llm_model(
            f"{listing}\n\nGroup options that are alike. One line of letters for each group.",
            exp_config,
        ),
        list(text),
    )
    if len(groups) > 1:
        shown = "\n".join(
            f"Group {n}: " + "; ".join(text[letter] for letter in group)
            for n, group in enumerate(groups, 1)
        )
        reply = llm_model(
            f"{question}\n\n{shown}\n\nWhich group holds the answer? Number only.", exp_config
        )
        number = re.search(r"\d+", reply)
        if number and 1 <= int(number.group()) <= len(groups):
            groups = [groups[int(number.group()) - 1]]

    remaining = [letter for group in groups for letter in group]
    if len(remaining) == 1:
        return remaining[0], "B", 5
    final_listing = "\n".join(f"{letter}. {text[letter]}" for letter in remaining)
    letter = extract_answer(llm_model(f"{question}\n{final_listing}\n\nLetter:", exp_config))
    return (letter if letter in remaining else "X"), "B", 5
