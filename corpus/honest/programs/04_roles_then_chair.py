from dataclasses import dataclass, field


@dataclass(frozen=True)
class Expert:
    title: str
    focus: str


@dataclass
class Ballot:
    expert: Expert
    letter: str
    reason: str


@dataclass
class Minutes:
    ballots: list[Ballot] = field(default_factory=list)

    def add(self, ballot: Ballot) -> None:
        self.ballots.append(ballot)

    def unanimous(self) -> bool:
        return len({b.letter for b in self.ballots}) == 1

    def as_text(self) -> str:
        return "\n".join(f"- {b.expert.title} chose {b.letter}: {b.reason}" for b in self.ballots)


EXPERTS = [
    Expert("a physicist", "forces, energy and units"),
    Expert("a biologist", "living things and their parts"),
    Expert("a logician", "the wording of the question, negations above all"),
]


def solve_committee(question, options, exp_config):
    """Three experts vote; when they disagree, the chair reads their reasons and decides."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    minutes = Minutes()
    for expert in EXPERTS:
        reply = llm_model(
            f"You are {expert.title} and look at {expert.focus}.\n{question}\n{listing}\n"
            "Begin with the letter of your choice, then give one sentence as a reason.",
            exp_config,
        )
        letter = extract_answer(reply)
        if letter in ids:
            minutes.add(Ballot(expert, letter, reply[:300]))

    if not minutes.ballots:
        return "X", "A", 6
    if minutes.unanimous():
        return minutes.ballots[0].letter, "A", 6

    verdict = extract_answer(
        llm_model(
            f"You chair a committee.\nQuestion: {question}\n{listing}\n\nVotes:\n{minutes.as_text()}\n\n"
            "Weigh the reasons and reply with one letter.",
            exp_config,
        )
    )
    return (verdict if verdict in ids else "X"), "A", 6
