from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypeAlias

Option: TypeAlias = Mapping[str, str]
Ask: TypeAlias = Callable[[str], str]


class Voter(Protocol):
    def votes(self, sheet: str, ask: Ask) -> Iterable[str]: ...


class Patient:
    def votes(self, sheet: str, ask: Ask) -> Iterable[str]:
        thought = ask(f"{sheet}\nThink, but do not answer yet.")
        yield extract_answer(ask(f"{sheet}\n{thought}\nLetter:"))


class Doubtful:
    def votes(self, sheet: str, ask: Ask) -> Iterable[str]:
        first = ask(f"{sheet}\nLetter:")
        yield extract_answer(ask(f"{sheet}\nSomebody said: {first}. Your letter:"))


def solve_voters(question: str, options: list[Option], exp_config: dict[str, object]) -> tuple[str, str, int]:
    sheet = "\n".join((question, *(f"{option['id']}. {option['text']}" for option in options)))

    def ask(prompt: str) -> str:
        return llm_model(prompt, exp_config)

    voters: tuple[Voter, ...] = (Patient(), Doubtful())
    letters = [letter for voter in voters for letter in voter.votes(sheet, ask) if letter != "X"]
    return (letters[-1] if letters else "X"), "B", 3
