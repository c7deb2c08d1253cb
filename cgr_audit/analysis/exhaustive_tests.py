"""Chains of ``elif`` that leave no case over, so that their last test always holds when it is asked."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType

from cgr_audit.analysis.comparisons import MIRRORED

__all__ = ["closing_test"]

_MOST_TESTS = 6
_MOST_QUESTIONS = 4
"""What tests ask, such as how two values compare: every combination of the answers is tried."""

_YES_NO = ("no", "yes")
_ORDER = ("less", "equal", "greater", "neither")
"""How two values compare: a number that is none is neither less, equal nor greater."""
_HOLDS_FOR: Mapping[type[ast.cmpop], frozenset[str]] = MappingProxyType(
    {
        ast.Lt: frozenset({"less"}),
        ast.LtE: frozenset({"less", "equal"}),
        ast.Gt: frozenset({"greater"}),
        ast.GtE: frozenset({"greater", "equal"}),
        ast.Eq: frozenset({"equal"}),
        ast.NotEq: frozenset({"less", "greater", "neither"}),
        ast.In: frozenset({"yes"}),
        ast.Is: frozenset({"yes"}),
        ast.NotIn: frozenset({"no"}),
        ast.IsNot: frozenset({"no"}),
    }
)
_Question = tuple[str, str]
_Answers = Mapping[_Question, str]


def closing_test(chain: ast.If) -> ast.If | None:
    """The last ``elif`` of a chain without ``else``, if its test holds whenever all tests before it failed."""
    if len(chain.orelse) != 1 or not isinstance(chain.orelse[0], ast.If):
        return None
    links = [chain]
    while links[-1].orelse:
        rest = links[-1].orelse
        if len(rest) != 1 or not isinstance(rest[0], ast.If) or len(links) == _MOST_TESTS:
            return None
        links.append(rest[0])
    return links[-1] if _cover_every_case([link.test for link in links]) else None


def _cover_every_case(tests: Sequence[ast.expr]) -> bool:
    possible: dict[_Question, tuple[str, ...]] = {}
    if not _surely_repeat(tests):
        return False
    for test in tests:
        possible.update(_questions(test))
        if len(possible) > _MOST_QUESTIONS:
            return False
    cases = (dict(zip(possible, answers, strict=True)) for answers in product(*possible.values()))
    return all(any(_holds(test, case) for test in tests) for case in cases)


def _surely_repeat(tests: Sequence[ast.expr]) -> bool:
    """Whether tests say the same when they are asked again.

    What is called may answer anything, and an iterator that was searched to its end is empty then.
    """
    parts = [part for test in tests for part in ast.walk(test)]
    if any(isinstance(part, ast.Call | ast.Await | ast.NamedExpr | ast.Yield | ast.YieldFrom) for part in parts):
        return False
    searches = any(isinstance(part, ast.In | ast.NotIn) for part in parts)
    match tests:
        case [ast.Compare(ops=[ast.In()]), _]:
            return True
    return not searches


def _questions(test: ast.expr) -> Iterator[tuple[_Question, tuple[str, ...]]]:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _questions(operand)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _questions(value)
        case ast.Compare(ops=[operator]) if type(operator) in _HOLDS_FOR:
            yield _comparison(test)[0], _ORDER if type(operator) in MIRRORED else _YES_NO
        case _:
            yield ("truth", ast.dump(test)), _YES_NO


def _holds(test: ast.expr, answers: _Answers) -> bool:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not _holds(operand, answers)
        case ast.BoolOp(op=ast.And(), values=values):
            return all(_holds(value, answers) for value in values)
        case ast.BoolOp(values=values):
            return any(_holds(value, answers) for value in values)
        case ast.Compare(ops=[operator]) if type(operator) in _HOLDS_FOR:
            question, allowed = _comparison(test)
            return answers[question] in allowed
        case _:
            return answers["truth", ast.dump(test)] == "yes"


def _comparison(test: ast.Compare) -> tuple[_Question, frozenset[str]]:
    """What a comparison asks, and for which answers it holds; ``b > a`` asks what ``a < b`` does."""
    operator = type(test.ops[0])
    left, right = ast.dump(test.left), ast.dump(test.comparators[0])
    if operator in MIRRORED and left > right:
        operator, left, right = MIRRORED[operator], right, left
    kind = "order" if operator in MIRRORED else "in" if operator in (ast.In, ast.NotIn) else "is"
    return (kind, f"{left} {right}"), _HOLDS_FOR[operator]
