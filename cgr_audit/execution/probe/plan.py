"""Which counterfactual solvers a program is run under, and in which order: what decides most programs comes first."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from cgr_audit.analysis.compared_literals import ComparedLiterals
from cgr_audit.records.rows import Item
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.solvers.counterfactual import BelievingSolver, ExceptionSolver, MixedSolver
from cgr_audit.solvers.cycle import CycleSolver
from cgr_audit.solvers.interface import TextSolver

__all__ = ["ERROR_TEXT", "SILENCE", "Counterfactual", "Family", "Material", "letter_solver", "plan_solvers"]

SILENCE = "nothing to say"
"""Nothing can be extracted from it, and it affirms and denies nothing."""

ERROR_TEXT = "error: the service is unavailable (503)"
"""What some harnesses hand to a program in place of a response that failed."""

_PHRASINGS = (
    "({0})",
    "The correct option is {0} because it fits best.",
    "No, the answer is {0}.",
    "reasoning: it fits best.\nFinal answer: {0}\nConfidence: 90",
    "<answer>{0}</answer> \\boxed{{{0}}} **{0}** #### {0}",
    "answer: {1}",
    "{1})",
)
"""How an option may be named, beside the first; ``{0}`` is its letter and ``{1}`` the same in lower case."""

_NUMBERS = ("7", "0", "100", "1", "0.9")
_NUMERIC = re.compile("confid|certain|score|rating|probab|weight|level|quality", re.IGNORECASE)
"""Names of fields that hold a number."""

_FIELDS = 20
_SEEDS = 12
_LITERALS = 12
_CALLS = 12
_RECORDED = 8
_THOROUGH = 6
"""How many times as many of these a thorough probe takes."""


class Family(StrEnum):
    """What kind of answers a solver gives."""

    LETTER = "letter"
    """Always one option."""
    BELIEF = "belief"
    """Holds one option to be right, also where it is asked about a single one."""
    YES_NO = "yes_no"
    ELIMINATION = "elimination"
    """All options but one in turn."""
    ONE_CALL = "one_call"
    """One call is answered otherwise than all others."""
    LITERAL = "literal"
    """What the program itself compares responses with."""
    NUMBER = "number"
    PHRASING = "phrasing"
    """Always one option, put in other words."""
    TEXT = "text"
    """Always the text of one option."""
    RECORDED = "recorded"
    """Recorded responses to other items."""
    MIXED = "mixed"
    """Drawn anew for each call."""
    SILENCE = "silence"
    """Nothing extractable."""
    ERROR = "error"
    """The text of a failure."""
    RAISING = "raising"
    """Every call raises inside the program."""


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """One solver to try."""

    name: str
    """What it answers, for people."""
    family: Family
    solver: TextSolver
    names_options_only: bool = False
    """Whether every response names an option of the item, and no other letter."""


@dataclass(frozen=True, slots=True)
class Material:
    """What the answers are made of."""

    item: Item
    literals: ComparedLiterals
    recorded: Sequence[str] = ()
    """Responses to other items."""
    thorough: bool = False

    @property
    def letters(self) -> tuple[str, ...]:
        """The ids of the options; A to D where the item has none."""
        return self.item.option_ids or ("A", "B", "C", "D")


def plan_solvers(material: Material, calls: Callable[[], int]) -> Iterator[Counterfactual]:
    """Yield the solvers of a probe.

    Args:
        material: what they answer.
        calls: the most calls that a run has made so far, asked when it is first needed.
    """
    yield from (letter_solver(letter) for letter in material.letters)
    yield from _beliefs(material)
    yield from (_always(letter, Family.PHRASING, names_options_only=True) for letter in material.letters)
    yield _always(SILENCE, Family.SILENCE)
    yield from _yes_and_no(material)
    yield from _eliminations(material)
    yield from _one_call(min(calls(), _CALLS), "No.", "Yes.")
    yield from _one_call(min(calls(), _CALLS), f"Answer: {material.letters[0]}", f"Answer: {material.letters[-1]}")
    yield from _literals(material)
    yield from (_always(number, Family.NUMBER) for number in _NUMBERS)
    yield from _one_call(min(calls(), _CALLS), "2", "9")
    yield from _phrased(material)
    yield from (_always(text, Family.TEXT) for text in _option_texts(material))
    yield from (_always(text, Family.RECORDED) for text in material.recorded[: _many(_RECORDED, material)])
    yield from _mixed(material)
    if material.thorough:
        yield from _thorough(material, min(calls(), _CALLS))


def letter_solver(letter: str) -> Counterfactual:
    """The plainest: it always names one option."""
    return _always(f"Answer: {letter}", Family.LETTER, names_options_only=True)


def _always(text: str, family: Family, *, names_options_only: bool = False) -> Counterfactual:
    shown = text if len(text) <= 60 else f"{text[:60]}..."
    return Counterfactual(f"always {shown!r}", family, ConstantSolver(text), names_options_only)


def _beliefs(material: Material) -> Iterator[Counterfactual]:
    texts = {option["id"]: option["text"] for option in material.item.options}
    for letter in material.letters if texts else ():
        yield Counterfactual(f"holds {letter} to be right", Family.BELIEF, BelievingSolver(letter, texts))


def _yes_and_no(material: Material) -> Iterator[Counterfactual]:
    yield _always("Yes.", Family.YES_NO)
    yield _always("No.", Family.YES_NO)
    for letter in material.letters:
        yield _always(f"Yes, the answer is {letter}.", Family.YES_NO, names_options_only=True)
    for texts in (("Yes.", "No."), ("No.", "Yes.")):
        yield Counterfactual(f"in turn {texts[0]!r}, {texts[1]!r}", Family.YES_NO, CycleSolver(texts))


def _eliminations(material: Material) -> Iterator[Counterfactual]:
    """For each option, solvers that name all others in turn: what is left after an elimination is that option."""
    for letter in material.letters:
        others = tuple(f"Answer: {other}" for other in material.letters if other != letter)
        if len(others) > 1:
            yield Counterfactual(f"all options but {letter} in turn", Family.ELIMINATION, CycleSolver(others), True)


def _one_call(calls: int, text: str, exception: str) -> Iterator[Counterfactual]:
    for number in range(calls):
        name = f"{exception!r} to call {number + 1}, {text!r} to others"
        yield Counterfactual(name, Family.ONE_CALL, ExceptionSolver(text, exception, number))


def _literals(material: Material) -> Iterator[Counterfactual]:
    letters = material.letters
    chosen = _reply_literals(material)
    fields = _reply_fields(material)
    for letter in letters if fields else ():
        yield _always(_as_json(fields, letter), Family.LITERAL)
    for text in chosen:
        yield _always(text, Family.LITERAL)
    for text, letter in product(chosen, (letters[0], letters[-1])):
        yield _always(f"{text} {letter}", Family.LITERAL)
    for letter in letters if chosen else ():
        yield _always(f"{' '.join(chosen)} Answer: {letter}", Family.LITERAL)


def _reply_literals(material: Material) -> tuple[str, ...]:
    """The literals that a response may hold: short ones that are more than a letter or a sign."""
    usable = [text for text in material.literals.texts if 1 < len(text.strip()) <= 60]
    return tuple(usable[: _many(_LITERALS, material)])


def _reply_fields(material: Material) -> tuple[str, ...]:
    """What a response in JSON may have to hold: what is looked up, and names that stand in lists, as agents have."""
    named = (*material.literals.fields, *material.literals.texts)
    return tuple(dict.fromkeys(name for name in named if name.isidentifier()))[:_FIELDS]


def _as_json(fields: Sequence[str], letter: str) -> str:
    return json.dumps({field: "0.9" if _NUMERIC.search(field) else letter for field in fields})


def _phrased(material: Material) -> Iterator[Counterfactual]:
    letters = material.letters if material.thorough else (material.letters[0], material.letters[-1])
    for phrasing in _PHRASINGS:
        for letter in letters:
            yield _always(phrasing.format(letter, letter.lower()), Family.PHRASING)


def _option_texts(material: Material) -> list[str]:
    return [option["text"] for option in material.item.options if option["text"]]


def _mixed(material: Material) -> Iterator[Counterfactual]:
    letters = tuple(f"Answer: {letter}" for letter in material.letters)
    words = ("Yes.", "No.", "9", "1", SILENCE, *_reply_literals(material))
    for seed in range(_many(_SEEDS, material)):
        texts = letters if seed % 2 else (*letters, *words)
        what = "letters" if seed % 2 else "letters, words and numbers"
        yield Counterfactual(f"{what} drawn with seed {seed}", Family.MIXED, MixedSolver(seed, texts))


def _thorough(material: Material, calls: int) -> Iterator[Counterfactual]:
    answers = (*(f"Answer: {letter}" for letter in material.letters), "Yes.", "No.", SILENCE)
    for text, exception in product(answers, answers):
        if text != exception:
            yield from _one_call(calls, text, exception)
    for texts in product(answers, answers):
        yield Counterfactual(f"in turn {texts[0]!r}, {texts[1]!r}", Family.MIXED, CycleSolver(texts))


def _many(number: int, material: Material) -> int:
    return number * (_THOROUGH if material.thorough else 1)
