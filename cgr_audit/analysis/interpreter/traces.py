"""Traces: which response a value comes from, and what was done to that response on the way.

A trace is a bit of a value's taint, above those that say what kind of source it has. Each response has two, by the
solver call and the way that led to it: one for being computed from it, one for being computed from it without the
extraction helper. Each extraction has one: for being what it gave, before anything asked whether it failed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.interpreter.heap import deep_taint, truth_of
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    ITEM,
    NO_CONTROL,
    SOLVER,
    TRUTH,
    AbstractValue,
    Constant,
    ControlDependence,
    Kind,
    Reference,
    Value,
    controls_of,
)

__all__ = ["FIRST_TRACE", "Origin", "Traces"]

FIRST_TRACE = 256
"""The lowest bit that is a trace; below are the sources, and the marks of what a run watches."""

_FRAGILE = frozenset((
    "ast.literal_eval", "builtins.eval", "builtins.float", "builtins.int", "builtins.next", "json.loads",
    "decimal.Decimal", "fractions.Fraction",
))  # fmt: skip
"""What raises where a text is not as it should be."""
_AROUND_LETTERS = frozenset(("answer", "choice", "correct", "final", "is", "letter", "option", "the"))
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_UNEQUAL = (ast.NotEq, ast.IsNot, ast.NotIn)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a response or an extracted answer comes from."""

    node: ast.AST
    """The call of the solver or of the extraction helper."""
    frame: int
    """The frame in which it is called."""
    bit: int
    """Its trace."""
    raw: int = 0
    """The trace of what is computed from it without the extraction helper; 0 for an extracted answer."""


class Traces:
    """Hands out the traces of one abstract run, and keeps what decided its tests and choices."""

    def __init__(self, failure_value: str | None) -> None:
        self._failure = failure_value
        self._origins: dict[tuple[ast.AST, int], Origin] = {}
        self._extracted: list[Origin] = []
        self._texts: dict[ast.AST, str] = {}
        self._extracted_from: dict[int, list[int]] = {}
        self._next = FIRST_TRACE
        self.raw = 0
        """The traces of everything not extracted."""
        self.unchecked = 0
        """The traces of all extracted answers."""
        self.checked = 0
        """The traces of extracted answers of which something asked whether they are the failure value."""
        self.decided: dict[ast.AST, int] = {}
        """By test, choice or loop: the traces that its outcome depends on."""
        self.taken: dict[ast.AST, int] = {}
        """By test: the traces of responses that it compares, not extracted, with an answer."""
        self.prompts: dict[int, int] = {}
        """By a response's trace: the traces in its prompt."""
        self.reached: dict[int, ControlDependence] = {}
        """By a response's trace: the tests that led to the call, or chose its prompt."""
        self.asking: set[ast.AST] = set()
        """Comparisons that tell the failure value from answers."""
        self.ties: set[ast.AST] = set()
        """Comparisons that ask whether responses are, or count, the same."""
        self.leaving: set[ast.AST] = set()
        """Tests that end a loop around solver calls, or raise."""
        self.failing = False
        """Whether a ``raise`` so far was chosen by an extraction that failed."""
        self.fragile = 0
        """The traces of what may have been raised about, inside the innermost ``try``: numbers read, keys looked up."""
        self.cut: set[ast.AST] = set()
        """Functions whose recursion was not followed to its end."""
        self.escaped = 0
        """The traces of what was put into objects that cannot be followed."""
        self.asks = 0
        """How many solver calls were made so far."""

    @property
    def responses(self) -> tuple[Origin, ...]:
        """Every response, in the order in which they were first asked for."""
        return tuple(self._origins.values())

    @property
    def extractions(self) -> tuple[Origin, ...]:
        """Every extracted answer, in the order in which they were first made."""
        return tuple(self._extracted)

    def of_response(self, node: ast.AST, frame: int, prompt: int, chosen: ControlDependence, state: State) -> int:
        """The traces of what a solver call gives, by what its prompt is computed from and which tests chose that."""
        self.asks += 1
        origin = self._origins.get((node, frame))
        if origin is None:
            origin = Origin(node, frame, 1 << self._next, 1 << self._next + 1)
            self._origins[node, frame] = origin
            self._next += 2
            self.raw |= origin.raw
        self.prompts[origin.bit] = self.prompts.get(origin.bit, 0) | prompt
        self.reached[origin.bit] = {**self.reached.get(origin.bit, {}), **chosen, **state.controls}
        return origin.bit | origin.raw

    def of_extraction(self, node: ast.AST, frame: int, taint: int, state: State) -> int:
        """The taint of what the extraction helper makes of something.

        An answer that is extracted because an earlier extraction failed needs no further question. Two extractions of
        the same words in one place are one.
        """
        plain = taint & ~(self.raw | self.unchecked)
        if not plain >> FIRST_TRACE or self.has_failed(state.controls):
            return plain
        origin = self._same_extraction(node, frame)
        if origin is None:
            origin = Origin(node, frame, 1 << self._next)
            self._extracted.append(origin)
            self._next += 1
            self.unchecked |= origin.bit
            responses = plain >> FIRST_TRACE
            self._extracted_from.setdefault(responses, []).append(origin.bit)
            if any(bit & self.checked for bit in self._extracted_from[responses]):
                self.checked |= origin.bit
        return plain | origin.bit

    def _same_extraction(self, node: ast.AST, frame: int) -> Origin | None:
        """The extraction of the same words in the same frame."""
        for origin in self._extracted:
            if origin.frame == frame and (origin.node is node or self._text(origin.node) == self._text(node)):
                return origin
        return None

    def _text(self, node: ast.AST) -> str:
        text = self._texts.get(node)
        if text is None:
            text = self._texts[node] = text_of(node)
        return text

    def has_failed(self, controls: ControlDependence) -> bool:
        """Whether some test that an extraction failed leads here."""
        for node, (outcome, kind) in controls.items():
            if kind is Kind.FAILURE and self.decided.get(node, 0) & self.checked:
                return True
            if node in self.asking and kind is Kind.CONTENT and not (outcome and is_positive(node, outcome)):
                return True
        return False

    def decide(self, node: ast.AST, taint: int, controls: ControlDependence = NO_CONTROL) -> None:
        """Remember that the outcome at a node depends on these, and on what these tests depend on."""
        for test in controls:
            taint |= self.decided.get(test, 0)
        if taint >> FIRST_TRACE:
            self.decided[node] = self.decided.get(node, 0) | taint

    def called(self, name: str, node: ast.AST, taint: int, controls: ControlDependence) -> None:
        """Remember a call of something outside the program."""
        self.decide(node, taint, controls)
        if name in _FRAGILE:
            self.fragile |= taint

    def looked_up(self, node: ast.AST, taint: int, value: Value, index: Value, state: State) -> None:
        """Remember what a key or index depends on; who looks the failure value up knows of it."""
        self.decide(node, taint)
        self.fragile |= taint
        if taint & self.raw and not all(item.payload == TRUTH for item in index.values()):
            self.taken[node] = self.taken.get(node, 0) | taint & self.raw
        if self.unchecked & ~self.checked:
            whole = deep_taint(value, state)
            if self._is_failure(index):
                self.check(whole)
            if not whole & SOLVER and all(truth_of(item, state) is not False for item in value.values()):
                self.check(taint)  # what is looked up among answers is one

    def _is_failure(self, value: Value) -> bool:
        return any(item.payload == Constant(str, self._failure) for item in value.values())

    def stored(self, item: AbstractValue, values: Sequence[Value], state: State) -> None:
        """Remember what is put, under an index, into an object that cannot be followed: it may come back."""
        if values and self.unchecked & ~self.checked and self._is_failure(values[0]):
            self.check(deep_taint({item.key: item}, state))
        if isinstance(item.payload, Reference) or not self.asks:
            return
        tests = set(state.controls)
        for value in values:
            self.escaped |= deep_taint(value, state)
            tests.update(controls_of(value))
        for test in tests:
            self.escaped |= self.decided.get(test, 0)

    def enter_try(self) -> tuple[int, bool]:
        """Begin the body of a ``try``; gives what was remembered outside it."""
        before = self.fragile, self.failing
        self.fragile, self.failing = 0, False
        return before

    def leave_try(self, node: ast.AST, before: tuple[int, bool], touched: int) -> None:
        """End the body of a ``try``, which touched values with this taint."""
        self.decide(node, self.fragile | (touched & self.checked if self.failing else 0))
        self.fragile, self.failing = self.fragile | before[0], self.failing or before[1]

    def joined(self, node: ast.AST, parts: Iterable[ast.AST]) -> None:
        """Remember that a test depends on what its parts depend on."""
        for part in parts:
            if part in self.decided:
                self.decide(node, self.decided[part])
            if part in self.taken:
                self.taken[node] = self.taken.get(node, 0) | self.taken[part]

    def check(self, taint: int) -> None:
        """Remember that something asked whether answers with these traces are the failure value.

        What else is extracted from the same response is the same answer.
        """
        new = taint & self.unchecked & ~self.checked
        if new:
            self.checked |= new
            for bits in self._extracted_from.values():
                if any(bit & new for bit in bits):
                    self.checked |= sum(bits)

    def compare(self, node: ast.Compare, operands: Sequence[Value], fails: bool, state: State) -> None:
        """Remember what a comparison asks; ``fails`` says whether it asks for the failure value."""
        found = [deep_taint(value, state) for value in operands]
        everything = 0
        for part in found:
            everything |= part
        if not everything >> FIRST_TRACE:
            return
        orders = len(operands) > 2 or isinstance(node.ops[0], _ORDER)
        if isinstance(node.ops[0], ast.Eq | ast.NotEq) and all(part & SOLVER for part in found):
            self.ties.add(node)
        if everything & self.unchecked and (fails or (orders and _are_bounds(operands, found))):
            self.check(everything)
            self.asking.add(node)
        if everything & self.unchecked and not orders:
            for one, other in ((0, 1),) if isinstance(node.ops[0], ast.In | ast.NotIn) else ((0, 1), (1, 0)):
                answers = found[other] & self.unchecked
                if answers and not answers & ~self.checked:
                    self.check(found[one])  # what is among answers that were checked is one
        if orders:
            self.ranked(node, everything)
        elif everything & self.raw and len(operands) == 2:
            for one, other in ((0, 1), (1, 0)):
                if found[one] & self.raw and not found[other] & self.raw and self._is_answer(operands[other], state):
                    self.taken[node] = self.taken.get(node, 0) | found[one] & self.raw

    def seek(self, node: ast.AST, taint: int, sought: Sequence[Value], state: State) -> None:
        """Remember that answers are looked for, or counted, in something with this taint."""
        if taint & self.raw and any(self._is_answer(value, state) for value in sought):
            self.taken[node] = self.taken.get(node, 0) | taint & self.raw

    def shared(self, node: ast.AST, parts: Sequence[Value], state: State) -> None:
        """Remember what is looked at for what it has in common: a response, not extracted, and an answer."""
        if self.raw:
            found = [deep_taint(part, state) for part in parts]
            for place, own in enumerate(found):
                others = [part for other, part in enumerate(parts) if other != place and not found[other] & self.raw]
                self.seek(node, own, others, state)

    def ranked(self, node: ast.AST, taint: int) -> None:
        """Remember that one of several values is found by its rank: an answer is taken where they count answers."""
        counted = 0
        for raw in self.taken.values():
            counted |= raw
        if counted & taint & self.raw:
            self.taken[node] = self.taken.get(node, 0) | counted & taint & self.raw

    def _is_answer(self, value: Value, state: State) -> bool:
        """Whether a value is an option's letter, what an option says, or one of several numbers."""
        constants = _constants(value)
        if constants:
            letters = any(isinstance(constant, str) and _names_an_answer(constant) for constant in constants)
            numbers = {constant for constant in constants if type(constant) in (int, float)}
            return letters or len(numbers) > 1
        return bool(deep_taint(value, state) & ITEM)


def _are_bounds(operands: Sequence[Value], taint: Sequence[int]) -> bool:
    """Whether a letter, or its place in the alphabet, is compared with the first and last that there are."""
    letters = [constant for value in operands for constant in _constants(value) if isinstance(constant, str)]
    is_count = any(part & ITEM and not part & SOLVER for part in taint)
    return len(operands) > 2 or is_count or any(len(letter) == 1 for letter in letters)


def is_positive(node: ast.AST, outcome: int) -> bool:
    """Whether an outcome of a test says that a response holds what it is compared with."""
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], _UNEQUAL):
        return outcome <= 0
    return outcome >= 0


def _constants(value: Value) -> list[object]:
    return [item.payload.constant for item in value.values() if isinstance(item.payload, Constant)]


def _names_an_answer(text: str) -> bool:
    """Whether a text names an option by its letter: ``A``, ``(b)``, ``answer: C``; ``y`` and ``n`` are yes and no."""
    words = [word for word in re.findall(r"\w+", text.lower()) if word not in _AROUND_LETTERS]
    return len(words) == 1 and len(words[0]) == 1 and words[0].isalpha() and words[0] not in ("y", "n")
