from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class ExtractionError(ValueError):
    pass


class GaveUp(RuntimeError):
    """Every attempt failed; holds the errors in order."""

    def __init__(self, errors: list[Exception]) -> None:
        super().__init__(f"{len(errors)} attempts failed")
        self.errors = errors


@dataclasses.dataclass(frozen=True)
class Retry:
    attempts: int = 2

    def __call__(self, action: Callable[[int], T]) -> T:
        errors: list[Exception] = []
        for number in range(self.attempts):
            try:
                return action(number)
            except ExtractionError as error:
                errors.append(error)
        raise GaveUp(errors)


@dataclasses.dataclass(frozen=True)
class Question:
    text: str
    options: tuple[tuple[str, str], ...]

    @classmethod
    def from_item(cls, item: dict[str, Any]) -> Question:
        return cls(item["question"], tuple((o["id"], o["text"]) for o in item["options"]))

    def render(self) -> str:
        return self.text + "\n" + "\n".join(f"{key}. {text}" for key, text in self.options)

    def check(self, letter: str) -> str:
        if letter not in dict(self.options):
            raise ExtractionError(f"{letter!r} is not an option")
        return letter


def solve_item(item: dict[str, Any], exp_config: dict[str, Any]) -> tuple[str, str, int]:
    """Explain, then choose; each with limited attempts. Raises GaveUp if no letter can be read."""
    question = Question.from_item(item)
    retry = Retry(attempts=3)
    analysis = llm_model(f"{question.render()}\n\nAnalyse the options one after the other.", exp_config)

    def choose(number: int) -> str:
        stress = " Write NOTHING but the letter." if number else ""
        reply = llm_model(f"{question.render()}\n\nAnalysis:\n{analysis}\n\nAnswer with a letter.{stress}", exp_config)
        return question.check(extract_answer(reply))

    return retry(choose), "B", 5
