"""Which counterfactual solvers a program is run under, and in which order: what decides most programs comes first.

What names an option is tried for an option that nothing has brought about yet; only where that has shown something new
is it tried for the others too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Protocol

from cgr_audit.analysis.wordings.wording import Wording
from cgr_audit.execution.probe.counterfactual import (
    ERROR_TEXT,
    LONG_TEXT,
    PHRASINGS,
    SILENCE,
    Counterfactual,
    Family,
    Speech,
    always,
    letter_solver,
    obeying_solver,
)
from cgr_audit.execution.probe.material import Material
from cgr_audit.solvers.counterfactual import BelievingSolver, ExceptionSolver, MixedSolver, SequenceSolver
from cgr_audit.solvers.cycle import CycleSolver

__all__ = ["SoFar", "plan_solvers"]

_SEEDS = 12
_CALLS = 12
_LONGEST_SEQUENCE = 4
_HEARD, _AFTERWARDS = 4, 8
_THOROUGH = 6
"""How many times as many of these a thorough probe takes."""

_Step = Counterfactual | Speech


class SoFar(Protocol):
    """What the runs have shown up to now."""

    @property
    def most_calls(self) -> int:
        """Of any run."""
        ...

    def answers(self) -> Mapping[str, str]:
        """Every answer, and what brought it about first."""
        ...


def plan_solvers(material: Material, so_far: SoFar) -> Iterator[Counterfactual]:
    """Yield the solvers of a probe; what follows one depends on what it has shown."""
    for step in _steps(material, so_far):
        if isinstance(step, Counterfactual):
            yield step
        else:
            yield from _spoken(step, material, so_far)


def _spoken(speech: Speech, material: Material, so_far: SoFar) -> Iterator[Counterfactual]:
    """Say it for the first and the last option that nothing has brought about; for all where it is heard."""
    tries = len(material.letters) if material.thorough else speech.tries
    left, misses, is_heard = list(material.letters), 0, False
    while is_heard or misses < tries:
        known = so_far.answers()
        left = [letter for letter in left if letter not in known]
        if not left:
            return
        yield speech.of(left.pop(-1 if misses % 2 else 0))
        is_heard |= len(so_far.answers()) > len(known)
        misses += 1


def _steps(material: Material, so_far: SoFar) -> Iterator[_Step]:
    def calls() -> int:
        return min(so_far.most_calls, _CALLS)

    yield from (letter_solver(letter) for letter in material.letters)
    yield from _beliefs(material, (("Yes, correct, true. 9", "No, incorrect, false. 1"),), tries=2)
    yield always(SILENCE, Family.SILENCE)
    yield _in_turn(material)
    yield Speech(lambda letter: always(letter, Family.PHRASING, names_options_only=True))
    yield from _yes_and_no(calls, so_far)
    yield from _eliminations(material)
    yield from _wordings(material)
    yield from _fields(material)
    yield from _literals(material, calls, so_far)
    yield from _letters_by_call(material, calls())
    yield obeying_solver(material.item)
    yield from _numbers(material)
    if material.reads_numbers:
        yield from _one_call(calls(), "2", "9")
    yield from (_phrased(phrasing) for phrasing in PHRASINGS)
    yield from _texts(material)
    yield from _beliefs(material, material.judgements())
    yield from (always(text, Family.LENGTH) for text in ("", LONG_TEXT))
    yield always(ERROR_TEXT, Family.ERROR)
    yield from (always(text, Family.RECORDED) for text in material.recorded)
    yield from _mixed(material)
    if material.thorough:
        yield from _thorough(material, calls())


def _beliefs(material: Material, judgements: tuple[tuple[str, str], ...], *, tries: int = 1) -> Iterator[Speech]:
    texts = {option["id"]: option["text"] or "" for option in material.item.options}

    def believing(affirmed: str, denied: str) -> Callable[[str], Counterfactual]:
        said = "" if tries > 1 else f", saying {affirmed[:30]!r} and of others {denied[:30]!r}"
        return lambda letter: Counterfactual(
            f"holds {letter} to be right{said}",
            Family.BELIEF,
            BelievingSolver(letter, texts, affirmed, denied),
            favours=letter,
        )

    for affirmed, denied in judgements if texts else ():
        yield Speech(believing(affirmed, denied), tries)


def _yes_and_no(calls: Callable[[], int], so_far: SoFar) -> Iterator[_Step]:
    known = len(so_far.answers())
    yield always("Yes.", Family.YES_NO)
    yield always("No.", Family.YES_NO)
    yield Speech(lambda letter: always(f"Yes, the answer is {letter}.", Family.YES_NO, names_options_only=True))
    for texts in (("Yes.", "No."), ("No.", "Yes.")):
        yield Counterfactual(f"in turn {texts[0]!r}, {texts[1]!r}", Family.YES_NO, CycleSolver(texts))
    yield from _one_call(calls(), "No.", "Yes.")
    if len(so_far.answers()) > known:
        for said in product(("Yes.", "No."), repeat=min(calls(), _LONGEST_SEQUENCE)):
            name = f"to one call after another {', '.join(map(repr, said))}"
            yield Counterfactual(name, Family.YES_NO, SequenceSolver(said))


def _eliminations(material: Material) -> Iterator[Speech]:
    """Solvers that name all other options in turn: what is left after an elimination is the one that is not named."""

    def all_but(letter: str) -> Counterfactual:
        others = tuple(f"Answer: {other}" for other in material.letters if other != letter)
        return Counterfactual(f"all options but {letter} in turn", Family.ELIMINATION, CycleSolver(others), True)

    if len(material.letters) > 2:
        yield Speech(all_but)


def _in_turn(material: Material) -> Counterfactual:
    said = tuple(f"Answer: {letter}" for letter in material.letters)
    return Counterfactual("every option in turn", Family.MIXED, CycleSolver(said), names_options_only=True)


def _one_call(calls: int, text: str, exception: str) -> Iterator[Counterfactual]:
    for number in range(calls):
        name = f"{exception!r} to call {number + 1}, {text!r} to others"
        yield Counterfactual(name, Family.ONE_CALL, ExceptionSolver(text, exception, number))


def _letters_by_call(material: Material, calls: int) -> Iterator[Speech]:
    """An option is named to one call, another one to all others."""

    def named_to(number: int) -> Callable[[str], Counterfactual]:
        def of(letter: str) -> Counterfactual:
            other = next(other for other in material.letters if other != letter)
            text, exception = f"Answer: {other}", f"Answer: {letter}"
            name = f"{exception!r} to call {number + 1}, {text!r} to others"
            return Counterfactual(name, Family.ONE_CALL, ExceptionSolver(text, exception, number), True)

        return of

    if len(material.letters) > 1:
        yield from (Speech(named_to(number)) for number in range(calls))


def _wordings(material: Material) -> Iterator[_Step]:
    """One wording after the other, and all of them at once."""

    def worded(wording: Wording, *, by_text: bool = False) -> Speech:
        return Speech(lambda letter: always(material.worded(wording, letter, by_text=by_text), Family.WORDING))

    wordings = material.wordings()
    for wording in wordings:
        yield worded(wording)
        if material.is_open(wording):
            yield worded(wording, by_text=True)
    if len(wordings) > 1:
        yield Speech(lambda letter: always("\n".join(material.worded(one, letter) for one in wordings), Family.WORDING))


def _fields(material: Material) -> Iterator[Speech]:
    if material.reads_fields:
        yield Speech(lambda letter: always(material.record(letter), Family.LITERAL))
        yield Speech(lambda letter: always(material.chances(letter), Family.LITERAL))


def _literals(material: Material, calls: Callable[[], int], so_far: SoFar) -> Iterator[_Step]:
    """Each alone, then before a letter; after those that were heard, each of the others in the next call."""
    chosen, heard = material.reply_literals(), []
    for text in chosen:
        known = len(so_far.answers())
        yield always(text, Family.LITERAL)
        if len(so_far.answers()) > known:
            heard.append(text)
    if calls() > 1:
        for said in product(heard[:_HEARD], chosen[:_AFTERWARDS]):
            yield Counterfactual(f"first {said[0]!r}, then {said[1]!r}", Family.LITERAL, SequenceSolver(said))
    yield from (_before_a_letter(text) for text in chosen)
    yield from (_between(*pair) for pair in material.markers())
    if chosen:
        yield _before_a_letter(f"{' '.join(chosen)} Answer:")


def _between(before: str, after: str) -> Speech:
    return Speech(lambda letter: always(f"{before}{letter}{after}", Family.LITERAL))


def _before_a_letter(text: str) -> Speech:
    return Speech(lambda letter: always(f"{text} {letter}", Family.LITERAL))


def _numbers(material: Material) -> Iterator[_Step]:
    """The places of the options, the numbers that the program names, and some others."""
    yield Speech(lambda letter: always(str(material.letters.index(letter) + 1), Family.NUMBER))
    if material.reads_numbers:
        yield Speech(lambda letter: always(str(material.letters.index(letter)), Family.NUMBER))
        yield from (always(text, Family.NUMBER) for text in material.numbers())


def _phrased(phrasing: str) -> Speech:
    return Speech(lambda letter: always(phrasing.format(letter, letter.lower()), Family.PHRASING))


def _texts(material: Material) -> Iterator[Speech]:
    texts = {option["id"]: option["text"] for option in material.item.options if option["text"]}
    if texts:
        yield Speech(lambda letter: always(texts.get(letter, letter), Family.TEXT))


def _mixed(material: Material) -> Iterator[Counterfactual]:
    letters = tuple(f"Answer: {letter}" for letter in material.letters)
    words = ("Yes.", "No.", "9", "1", SILENCE, *material.reply_literals())
    for seed in range(_SEEDS * (_THOROUGH if material.thorough else 1)):
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
