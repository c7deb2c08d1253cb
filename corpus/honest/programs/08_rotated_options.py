"""Small models prefer early options, so each call lists the options in another order."""
from collections import Counter, deque

CALLS = 4


def listing(options):
    return "\n".join(f"{option['id']}. {option['text']}" for option in options)


def solve_rotated(question, options, exp_config):
    circle = deque(options)
    ids = {option["id"] for option in options}
    votes = []
    for _ in range(CALLS):
        reply = llm_model(
            "Choose the correct option. The options are in no particular order; keep their letters.\n"
            f"Question: {question}\n{listing(circle)}\n"
            "Letter of the correct option:",
            exp_config,
        )
        choice = extract_answer(reply)
        if choice in ids:
            votes.append(choice)
        circle.rotate(-1)

    if not votes:
        return "X", "D", 3

    counted = Counter(votes).most_common()
    if len(counted) > 1 and counted[0][1] == counted[1][1]:
        leaders = {letter for letter, number in counted if number == counted[0][1]}
        short = [option for option in options if option["id"] in leaders]
        decided = extract_answer(
            llm_model(f"{question}\n{listing(short)}\nDecide between these. Reply with the letter.", exp_config)
        )
        if decided in leaders:
            return decided, "D", 3
        return "X", "D", 3
    return counted[0][0], "D", 3
