"""The adversarial programs, and the runs that hold an analysis to what they do."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from corpus.random_scaffolds.execution import Case

__all__ = ["CASES", "AdversarialProgram", "adversarial_programs"]

PROGRAMS = Path(__file__).resolve().parent / "programs"

_QUESTION = "Which of these is not a fruit?"
_TEXTS = ("the sun", "red fruit", "B", "a much longer option text", "no")
_WORDS = ("yes", "no", "A", "It is B.", "C", "", "nothing to say", "D", "3")
_RANDOM = random.Random("adversarial")  # noqa: S311  its replies are no secrets
_SCRIPTS: tuple[tuple[str | None, ...], ...] = (
    ("A",), ("B",), ("C",), ("yes",), ("nothing to say",), ("",), ("A", "B", "C", "D"), ("no", "yes", "3"),
    ("word " * 60 + "(D)",), ('{"answer": "C", "letter": "B", "steps": ["a", "b"], "rounds": 2}\nno',),
    tuple(_RANDOM.choices(_WORDS, k=17)), (None,), ("A", None),
)  # fmt: skip
_FEW = _SCRIPTS[::6]


@dataclass(frozen=True, slots=True)
class AdversarialProgram:
    """One program."""

    name: str
    """Its class and its file, such as ``containers/counter_add``."""
    text: str


def adversarial_programs(chosen: tuple[str, ...] = ("",)) -> list[AdversarialProgram]:
    """Every program whose name begins in one of these ways, sorted by name."""
    paths = {path.relative_to(PROGRAMS).with_suffix("").as_posix(): path for path in PROGRAMS.glob("*/*.py")}
    return [
        AdversarialProgram(name, path.read_text("utf-8"))
        for name, path in sorted(paths.items())
        if name.startswith(chosen)
    ]


def _case(script: tuple[str | None, ...], options: int) -> Case:
    return Case(script, _QUESTION, _TEXTS[:options])


CASES = [
    *(_case(script, options) for options in (2, 5) for script in _SCRIPTS),
    *(_case(script, options) for options in (3, 4) for script in _FEW),
]
"""Every scripted solver about an item with two options and one with five, some about others."""
