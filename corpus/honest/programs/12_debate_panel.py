from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Panelist:
    """One voice of the panel; remembers what it said last."""

    name: str
    persona: str
    statement: str = ""
    vote: str | None = None

    def speak(self, question: str, listing: str, others: list[Panelist], valid: set[str], config: dict[str, Any]) -> None:
        heard = "\n".join(f"{o.name}: {o.statement}" for o in others if o.statement) or "Nobody has spoken yet."
        self.statement = llm_model(
            f"You are {self.name}, {self.persona}.\n"
            f"Question: {question}\n{listing}\n"
            f"What the others said:\n{heard}\n"
            "State your choice as a letter first, then your reason.",
            config,
        )
        letter = extract_answer(self.statement)
        self.vote = letter if letter in valid else None


@dataclass
class Panel:
    members: list[Panelist]
    log: list[str] = field(default_factory=list)

    def round(self, question: str, listing: str, valid: set[str], config: dict[str, Any]) -> None:
        for member in self.members:
            others = [m for m in self.members if m is not member]
            member.speak(question, listing, others, valid, config)
            self.log.append(f"{member.name} -> {member.vote}")

    def consensus(self) -> str | None:
        votes = {m.vote for m in self.members}
        return votes.pop() if len(votes) == 1 else None

    def majority(self) -> str | None:
        counts = Counter(m.vote for m in self.members if m.vote)
        return counts.most_common(1)[0][0] if counts else None


def solve_panel(item: dict[str, Any], exp_config: dict[str, Any]) -> tuple[str, str, int]:
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in item["options"])
    valid = {o["id"] for o in item["options"]}
    panel = Panel(
        [
            Panelist("Ines", "who trusts definitions"),
            Panelist("Omar", "who trusts examples"),
            Panelist("Yuki", "who looks for traps in the wording"),
        ]
    )
    for _ in range(3):
        panel.round(item["question"], listing, valid, exp_config)
        agreed = panel.consensus()
        if agreed is not None:
            return agreed, "B", 6
    return panel.majority() or "X", "B", 6
