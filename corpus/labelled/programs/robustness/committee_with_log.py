"""A committee of three reads, argues and votes; the clerk keeps a journal."""

from collections import Counter
from dataclasses import dataclass, field

MEMBERS = ("Agnes", "Boris", "Carla")


@dataclass
class Journal:
    """What happened, in order."""

    entries: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        self.entries.append(text)


class Committee:
    """Three members, one configuration."""

    def __init__(self, config, journal):
        self.config = config
        self.journal = journal

    def ask(self, prompt):
        try:
            return llm_model(prompt, self.config)
        except Exception as problem:
            self.journal.note(f"failed: {problem}")
            return ""

    def open_session(self, question):
        self.journal.note(self.ask(f"Open the session on: {question}"))

    def opinions(self, sheet):
        return {member: self.ask(f"{sheet}\nYou are {member}. Your opinion?") for member in MEMBERS}

    def ballots(self, sheet, opinions):
        heard = "\n".join(f"{member}: {text}" for member, text in opinions.items())
        for member in MEMBERS:
            yield extract_answer(self.ask(f"{sheet}\n{heard}\n{member} votes for letter:"))


def render(question, options):
    return question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)


def solve_committee(question, options, exp_config):
    committee = Committee(exp_config, Journal())
    committee.open_session(question)
    sheet = render(question, options)
    ballots = committee.ballots(sheet, committee.opinions(sheet))
    counted = Counter(ballot for ballot in ballots if ballot != "X")
    if not counted:
        return "C", "C", 4
    return counted.most_common(1)[0][0], "C", 4
