class Ballot:
    __slots__ = ("letter", "voter")

    def __init__(self, letter, voter):
        self.letter = letter
        self.voter = voter

    def __eq__(self, other):
        return isinstance(other, Ballot) and self.letter == other.letter

    def __hash__(self):
        return hash(("ballot", self.letter))

    def __bool__(self):
        return self.letter != "X"


def solve_ballots(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ballots = [
        Ballot(extract_answer(llm_model(f"Voter {n}: {question}\n{rows}\nLetter:", exp_config)), n) for n in range(6)
    ]
    tally = {}
    for ballot in filter(None, ballots):
        tally[ballot] = tally.get(ballot, 0) + 1
    if not tally:
        return "X", "A", 4
    most = max(tally.values())
    return min(ballot.letter for ballot, count in tally.items() if count == most), "A", 4
