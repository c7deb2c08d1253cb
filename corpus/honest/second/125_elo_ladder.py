"""Neighbouring options play each other; ratings move as in chess."""

K = 32


def expected(mine, theirs):
    return 1 / (1 + 10 ** ((theirs - mine) / 400))


def play(question, left, right, exp_config):
    """1.0 if the solver prefers the left option, 0.0 for the right one, 0.5 for neither."""
    reply = llm_model(
        f"{question}\n\nFirst: {left['text']}\nSecond: {right['text']}\n\nWhich is the better answer, first or second?",
        exp_config,
    ).lower()
    first, second = "first" in reply, "second" in reply
    if first == second:
        return 0.5
    return 1.0 if first else 0.0


def solve_elo(question, options, exp_config):
    rating = {o["id"]: 1000.0 for o in options}
    for left, right in zip(options, options[1:] + options[:1]):
        result = play(question, left, right, exp_config)
        a, b = left["id"], right["id"]
        change = K * (result - expected(rating[a], rating[b]))
        rating[a] += change
        rating[b] -= change

    top = max(rating.values())
    leaders = [o for o in options if rating[o["id"]] == top]
    if len(leaders) == 1:
        return leaders[0]["id"], "A", 6
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in leaders)
    letter = extract_answer(llm_model(f"{question}\n{listing}\nOne letter:", exp_config))
    return (letter if letter in {o["id"] for o in leaders} else "X"), "A", 6
