"""What is known of the variables of a loop somewhere in one round."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from cgr_audit.analysis.comparisons import NEGATED
from cgr_audit.analysis.expression_text import text_of

__all__ = ["RoundState", "joined", "with_test"]

_MOST_KNOWN = 40
"""How many variables, and how many tests, are kept in mind: what was known longest, but for the place, is let go."""


@dataclass(frozen=True, slots=True)
class RoundState:
    """One way in which a round may have gone so far."""

    beyond: Mapping[str, float]
    """How far each expression is at least beyond the place at which the round began."""
    facts: frozenset[str] = frozenset()
    """The tests that hold."""
    copies: Mapping[str, str] = field(default_factory=dict)
    """The variables that still are what another was when they were set to it."""

    def without(self, names: Iterable[str]) -> RoundState:
        """Nothing more is known of these variables."""
        gone = set(names)
        if not gone:
            return self
        return RoundState(
            {text: least for text, least in self.beyond.items() if not _names_any(text, gone)},
            frozenset(fact for fact in self.facts if not _names_any(fact, gone)),
            {one: other for one, other in self.copies.items() if one not in gone and other not in gone},
        )

    def with_beyond(self, name: str, least: float | None) -> RoundState:
        """The same with one variable at least so far beyond the beginning."""
        if least is None:
            return self
        known = list(self.beyond.items())
        kept = known if len(known) < _MOST_KNOWN else known[:2] + known[4 - _MOST_KNOWN :]
        return replace(self, beyond={**dict(kept), name: least})

    def holds(self, test: ast.expr) -> bool:
        """Whether a test certainly holds."""
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            return all(self.holds(part) for part in test.values)
        if isinstance(test, ast.Constant):
            return bool(test.value)
        if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.IsNot) and text_of(test.left) in self.facts:
            return True
        match test:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.LtE() | ast.GtE()], comparators=[right]):
                if self._original(text_of(left)) == self._original(text_of(right)):
                    return True
        return self._original(text_of(test)) in {self._original(fact) for fact in self.facts}

    def fails(self, test: ast.expr) -> bool:
        """Whether a test certainly fails."""
        return self.holds(_negated(test))

    def _original(self, text: str) -> str:
        """A text with what each variable is a copy of in its place."""
        copies = self.copies
        return _NAME.sub(lambda found: copies.get(found.group(), found.group()), text) if copies else text


def joined(states: list[RoundState]) -> list[RoundState]:
    """What holds in all of these states."""
    if len(states) < 2:
        return states
    texts = set.intersection(*(set(state.beyond) for state in states))
    least = {text: min(state.beyond[text] for state in states) for text in texts}
    facts = frozenset.intersection(*(state.facts for state in states))
    pairs = set.intersection(*(set(state.copies.items()) for state in states))
    return [RoundState(least, facts, dict(pairs))]


def with_test(state: RoundState, test: ast.expr, *, holds: bool) -> RoundState:
    """The same with what a test says where it holds, or fails."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return with_test(state, operand, holds=not holds)
        case ast.BoolOp(op=operator, values=values):
            if isinstance(operator, ast.And) is holds:
                for value in values:
                    state = with_test(state, value, holds=holds)
                return state
            undecided = [value for value in values if not state.holds(_negated(value) if holds else value)]
            return with_test(state, undecided[0], holds=holds) if len(undecided) == 1 else state
    if len(state.facts) > _MOST_KNOWN:
        return state
    return replace(state, facts=state.facts | {text_of(test if holds else _negated(test))})


def _negated(test: ast.expr) -> ast.expr:
    match test:
        case ast.Compare(left=left, ops=[kind], comparators=comparators):
            return ast.Compare(left=left, ops=[NEGATED[type(kind)]()], comparators=comparators)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return operand
    return ast.UnaryOp(op=ast.Not(), operand=test)


_NAME = re.compile(r"(?<![\w.'\"])[^\W\d]\w*")


def _names_in(text: str) -> set[str]:
    return set(_NAME.findall(text))


def _names_any(text: str, names: set[str]) -> bool:
    return any(name in text for name in names) and bool(_names_in(text) & names)
