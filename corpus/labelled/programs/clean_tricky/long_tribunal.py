"""A tribunal of four hears two submissions, votes twice and lets the presiding member settle a draw."""

MEMBERS = ("presiding", "senior", "junior", "lay")


def brief(question, options):
    return question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)


def hear(sheet, votes, config):
    """One ballot: member to letter, without failed extractions."""
    ballot = {}
    for member in MEMBERS:
        told = ", ".join(f"{name}: {letter}" for name, letter in votes.items()) or "nobody has voted"
        reply = llm_model(f"{sheet}\nYou are the {member} member. {told}.\nVote with one letter.", config)
        letter = extract_answer(reply)
        if letter != "X":
            ballot[member] = letter
    return ballot


def tally(ballot):
    counts = {}
    for letter in ballot.values():
        counts[letter] = counts.get(letter, 0) + 1
    return counts


def leaders(counts):
    if not counts:
        return []
    top = max(counts.values())
    return sorted(letter for letter, number in counts.items() if number == top)


def solve_tribunal(question, options, exp_config):
    sheet = brief(question, options)
    first = hear(sheet, {}, exp_config)
    second = hear(sheet, first, exp_config)
    ahead = leaders(tally(second))
    if len(ahead) == 1:
        return ahead[0], "B", 3
    names = " or ".join(ahead) if ahead else "any letter"
    final = extract_answer(llm_model(f"{sheet}\nThe vote is a draw: {names}. Decide with one letter.", exp_config))
    if final in {o["id"] for o in options}:
        return final, "B", 3
    return (ahead[0] if ahead else "X"), "B", 3
