"""`Either` from typing.Generic: failures are values that carry their reason to the end."""
from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar, Union

A = TypeVar("A")
B = TypeVar("B")


class Right(Generic[A]):
    def __init__(self, value: A) -> None:
        self.value = value

    def bind(self, step: Callable[[A], Either]) -> Either:
        return step(self.value)


class Left:
    def __init__(self, reason: str) -> None:
        self.reason = reason

    def bind(self, step: Callable) -> Left:
        return self


Either = Union[Right, Left]


def solve_either(question: str, options: list[dict[str, str]], exp_config: dict) -> tuple[str, str, int]:
    lines = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    texts = {o["id"]: o["text"] for o in options}

    def solve_first(_: None) -> Either:
        return Right(llm_model(f"{question}\n{lines}\n\nSolve it; the letter comes last, after 'Answer:'.", exp_config))

    def read(reply: str) -> Either:
        letter = extract_answer(reply.split("Answer:")[-1])
        return Right(letter) if letter in texts else Left("no letter")

    def cross_examine(letter: str) -> Either:
        verdict = llm_model(
            f"{question}\nClaimed answer: {texts[letter]}\nIs there a better one among these?\n{lines}\n"
            "Reply with the letter of the best option.",
            exp_config,
        )
        other = extract_answer(verdict)
        if other not in texts:
            return Left("unreadable cross-examination")
        return Right(other)

    result = Right(None).bind(solve_first).bind(read).bind(cross_examine)
    match result:
        case Right(value=letter):
            return letter, "A", 4
        case Left(reason=reason):
            print(reason)
            return "X", "A", 4
