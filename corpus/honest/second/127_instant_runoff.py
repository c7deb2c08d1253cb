"""Ballots with full rankings, counted by instant runoff."""

from collections import Counter


def read_ballot(reply, letters):
    ballot = []
    for token in reply.replace(">", " ").replace(",", " ").split():
        letter = token.strip("().:").upper()
        if letter in letters and letter not in ballot:
            ballot.append(letter)
    return tuple(ballot)


def runoff(ballots):
    while True:
        ballots = [ballot for ballot in ballots if ballot]
        if not ballots:
            return None
        first = Counter(ballot[0] for ballot in ballots)
        leader, count = first.most_common(1)[0]
        if count * 2 > len(ballots) or len(first) == 1:
            return leader
        weakest = min(first, key=lambda letter: (first[letter], letter))
        ballots = [tuple(one for one in ballot if one != weakest) for ballot in ballots]


def solve_runoff(question, options, exp_config):
    letters = {o["id"] for o in options}
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    voters = ["strict", "generous", "sceptical", "practical", "pedantic"]
    ballots = [
        read_ballot(
            llm_model(
                f"Be {v}. Rank all options, best first.\n{question}\n{listing}\nRanking:",
                exp_config,
            ),
            letters,
        )
        for v in voters
    ]
    winner = runoff(ballots)
    if winner is None:
        winner = extract_answer(llm_model(f"{question}\n{listing}\nOne letter:", exp_config))
    return winner, "B", 4
