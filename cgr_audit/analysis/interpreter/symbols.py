"""Symbols: how a value is computed from responses, kept to tell whether it is the same whatever they say.

``("B" + reply)[0]`` is computed from a response and yet always ``"B"``. A symbol is the expression with the responses
left open; it is evaluated, when asked, for every letter that an extracted answer can be, or for texts of every kind
that a response can be. Only operations that look at no particular text count for the latter, so that trying some texts
says enough.
"""

from __future__ import annotations

import ast
import string
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from cgr_audit.analysis import pure
from cgr_audit.analysis.interpreter.values import AbstractValue, Constant, Symbol, Value

__all__ = [
    "LETTER",
    "TEXT",
    "Computed",
    "composed",
    "instead_of_failure",
    "is_open_text",
    "made_of",
    "open_letter",
    "open_text",
    "settled",
]

LETTER, TEXT = "letter", "text"

_TEXTS = (
    "A",
    "B.",
    "The answer is C",
    "7",
    "",
    "42 (D)",
    "no\nyes, 12",
    "3",
    " x" * 2_500,
    "\tÜber 東京 ",
    "-5",
    "100",
)
_OPTIONS = ("A", "B", "C", "D")
_MAX_SIZE = 30
_MAX_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class Computed(Symbol):
    """An operation on symbols and constants, or one response."""

    node: ast.AST
    """The expression."""
    operands: tuple[Computed | Constant, ...]
    open: str = ""
    """What may stand here, where it is a response: an option letter or any text."""
    number: int = 0
    """Tells responses of one expression apart; 0 where it may be asked for many times."""
    compute: Callable[..., object] = field(default=pure.guarded, compare=False)
    size: int = field(default=1, compare=False)
    among: frozenset[Computed] = field(default=frozenset(), compare=False)
    """The responses it holds."""
    is_of_one: bool = field(default=True, compare=False)
    """Whether it holds only one."""
    only_letters: bool = field(default=False, compare=False)
    """Whether every response in it is an extracted letter."""
    looks_away: bool = field(default=True, compare=False)
    """Whether no operation in it looks for a particular text."""


def open_text(node: ast.AST, number: int) -> Computed:
    """A response: any text."""
    return Computed(node, (), TEXT, number)


def open_letter(node: ast.AST, number: int) -> Computed:
    """An extracted answer: a letter."""
    return Computed(node, (), LETTER, number, only_letters=True)


def is_open_text(symbol: Symbol | None) -> bool:
    """Whether something is a response just as it came."""
    return isinstance(symbol, Computed) and symbol.open == TEXT


def made_of(symbol: Symbol | None, letters: frozenset[str], altered: Collection[ast.AST]) -> frozenset[object] | None:
    """What an operation on one extracted letter gives for each of ``letters``; nothing if that is not known.

    Args:
        symbol: the operation, or the letter itself.
        letters: what the extraction gives for the responses that there are.
        altered: extractions from something else, which may give any letter.
    """
    if not (isinstance(symbol, Computed) and symbol.only_letters and symbol.is_of_one):
        return None
    if any(one.node in altered for one in ((symbol,) if symbol.open else symbol.among)):
        return None
    try:
        return frozenset(_Evaluation([letter]).value(symbol, 0) for letter in letters)
    except (pure.Unfoldable, TypeError):  # it cannot be worked out, or not be put into a set
        return None


def composed(
    compute: Callable[..., object], operands: Sequence[Value], node: ast.AST, *, looks_away: bool = False
) -> Computed | None:
    """The symbol of an operation, where all that it is computed from has one."""
    parts: list[Computed | Constant] = []
    size, only_letters, is_of_one = 1, True, True
    among: frozenset[Computed] = frozenset()
    for operand in operands:
        if len(operand) != 1:
            return None
        item = next(iter(operand.values()))
        symbol = item.symbol
        if isinstance(symbol, Computed):
            parts.append(symbol)
            size += symbol.size
            others = frozenset((symbol,)) if symbol.open else symbol.among
            is_of_one = is_of_one and symbol.is_of_one and (not among or (others == among and _are_told_apart(among)))
            among |= others
            only_letters = only_letters and symbol.only_letters
            looks_away = looks_away and symbol.looks_away
        elif isinstance(item.payload, Constant):
            parts.append(item.payload)
        else:
            return None
    if not among or size > _MAX_SIZE or not (looks_away or (only_letters and is_of_one)):
        return None
    return Computed(node, tuple(parts), "", 0, compute, size, among, is_of_one, only_letters, looks_away)


def _are_told_apart(among: frozenset[Computed]) -> bool:
    return all(symbol.number for symbol in among)


def settled(value: Value, failure_value: str | None) -> Value:
    """The same value, with what is the same whatever the responses say replaced by that constant."""
    if not any(item.symbol is not None for item in value.values()):
        return value
    result: Value = {}
    for item in value.values():
        constant = _constant(item.symbol, failure_value) if isinstance(item.symbol, Computed) else None
        new = item if constant is None else AbstractValue(constant, 0, item.controls, item.origins, item.trail)
        result[new.key] = new
    return result


def instead_of_failure(item: AbstractValue, failure_value: str | None) -> tuple[Constant, ast.AST] | None:
    """The letter that stands in the place of the failure value: ``answer.translate({88: "C"})`` gives a ``C``.

    With it comes the expression that does. An operation that makes another letter of other letters too is none.
    """
    symbol = item.symbol
    if failure_value is None or not isinstance(symbol, Computed) or symbol.open:
        return None
    if not (symbol.only_letters and symbol.is_of_one):
        return None
    made = [_letter_of(symbol, letter) for letter in (failure_value, *_OPTIONS)]
    if made[0] is None or made[0] == failure_value or made[1:] != list(_OPTIONS):
        return None
    return Constant(str, made[0]), symbol.node


def _letter_of(symbol: Computed, letter: str) -> str | None:
    """The letter that a symbol is where this one was extracted."""
    try:
        made = _Evaluation([letter]).value(symbol, 0)
    except pure.Unfoldable:
        return None
    text = made.strip().upper() if isinstance(made, str) else ""
    return text if len(text) == 1 and text.isalpha() else None


def _constant(symbol: Computed, failure_value: str | None) -> Constant | None:
    if symbol.open:
        return None
    letters = ["A", failure_value or "X", *string.ascii_uppercase]
    evaluation = _Evaluation(letters)
    found: object = None
    rounds = 0
    for number in range(len(letters) if symbol.only_letters and symbol.is_of_one else _MAX_ROUNDS):
        try:
            value = evaluation.value(symbol, number)
        except pure.Unfoldable:
            continue
        if type(value) not in (str, int, float, bool, bytes):
            return None
        if rounds and (type(value) is not type(found) or value != found):
            return None
        found, rounds = value, rounds + 1
    return Constant(type(found), found) if rounds > 3 else None


class _Evaluation:
    """Evaluates a symbol with something in the place of each response."""

    def __init__(self, letters: Sequence[str]) -> None:
        self._letters = letters
        self._met: dict[Computed, int] = {}
        self._places = 0

    def value(self, symbol: Computed, number: int) -> object:
        """The value in one of the rounds."""
        self._met, self._places = {}, 0
        return self._of(symbol, number)

    def _of(self, symbol: Computed | Constant, number: int) -> object:
        if isinstance(symbol, Constant):
            return slice(*symbol.constant) if symbol.kind is slice else symbol.constant
        if not symbol.open:
            return symbol.compute(*(self._of(part, number) for part in symbol.operands))
        place = self._met.get(symbol) if symbol.number else None
        if place is None:
            place = self._places
            self._places += 1
            self._met[symbol] = place
        choices = self._letters if symbol.open == LETTER else _TEXTS
        return choices[(number * (2 * place + 1) + place + number // len(choices) * place) % len(choices)]
