from collections import Counter

SEATS, QUORUM = 7, 4


def solve_quorum(question, options, exp_config):
    body = "\n".join([question, *(f"{o['id']}. {o['text']}" for o in options)])
    ids = {o["id"] for o in options}
    count = Counter()
    for seat in range(SEATS):
        vote = extract_answer(llm_model(f"Seat {seat + 1} of {SEATS}.\n{body}\nVote with a letter.", exp_config))
        if vote not in ids:
            continue
        count[vote] += 1
        if count[vote] == QUORUM:
            return vote, "E", 3
    leading = count.most_common(1)
    return leading[0][0] if leading else "X", "E", 3
