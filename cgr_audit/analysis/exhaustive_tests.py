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
_ORDER = ("less", "equal", "greater")
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
_UNCHANGING_FUNCTIONS = frozenset({"len", "abs", "ord", "isinstance"})
_UNCHANGING_METHODS = frozenset(
    {"isdigit", "isalpha", "isalnum", "isupper", "islower", "isspace", "lower", "upper", "strip"}
    | {"startswith", "endswith"}
)

_Question = tuple[str, str]
_Answers = Mapping[_Question, str]


class _CannotTellError(Exception):
    """A test asks what may be answered differently the next time, or asks too much."""


def closing_test(chain: ast.If, *, strictly: bool = False) -> ast.If | None:
    """The last ``elif`` of a chain without ``else``, if its test holds whenever all tests before it failed.

    Two values are taken to be less, equal or greater, and a test that is asked twice to say the same twice. Not so
    ``strictly``: there is a number that is neither, and what is called may answer anything.
    """
    if len(chain.orelse) != 1 or not isinstance(chain.orelse[0], ast.If):
        return None
    links = [chain]
    while links[-1].orelse:
        rest = links[-1].orelse
        if len(rest) != 1 or not isinstance(rest[0], ast.If) or len(links) == _MOST_TESTS:
            return None
        links.append(rest[0])
    return links[-1] if _cover_every_case([link.test for link in links], strictly) else None


def _cover_every_case(tests: Sequence[ast.expr], strictly: bool) -> bool:
    possible: dict[_Question, tuple[str, ...]] = {}
    if strictly and not _surely_repeat(tests):
        return False
    try:
        for test in tests:
            for question, answers in _questions(test):
                possible[question] = (*answers, "neither") if strictly and answers is _ORDER else answers
                if len(possible) > _MOST_QUESTIONS:
                    return False
    except _CannotTellError:
        return False
    cases = (dict(zip(possible, answers, strict=True)) for answers in product(*possible.values()))
    return all(any(_holds(test, case) for test in tests) for case in cases)


def _surely_repeat(tests: Sequence[ast.expr]) -> bool:
    """Whether tests say the same when they are asked again: an iterator that was searched to its end is empty then."""
    parts = [part for test in tests for part in ast.walk(test)]
    if any(isinstance(part, ast.Call) for part in parts):
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
            _require_unchanging(test)
            yield _comparison(test)[0], _ORDER if type(operator) in MIRRORED else _YES_NO
        case _:
            _require_unchanging(test)
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


def _require_unchanging(node: ast.expr) -> None:
    """Raise for a test that may say something else when it is asked again."""
    for part in ast.walk(node):
        match part:
            case ast.Call(func=ast.Name(id=name)) if name in _UNCHANGING_FUNCTIONS:
                pass
            case ast.Call(func=ast.Attribute(attr=name)) if name in _UNCHANGING_METHODS:
                pass
            case ast.Call() | ast.Await() | ast.NamedExpr() | ast.Yield() | ast.YieldFrom():
                raise _CannotTellError
