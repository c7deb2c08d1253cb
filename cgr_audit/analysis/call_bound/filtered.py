"""Loops that pass over some of their rounds: ``for j in range(n): if j <= i: continue``."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.sequences import Elements, at_least_zero
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import COUNTED, Frame, Range, Value
from cgr_audit.analysis.comparisons import MIRRORED, NEGATED_NUMERIC
from cgr_audit.analysis.domains.polynomials import ONE, Bound

__all__ = ["filtered", "passing_test"]


@dataclass(frozen=True, slots=True)
class _Test:
    """What a round's number must be, for the round to do anything."""

    operator: type[ast.cmpop]
    against: ast.Name


def passing_test(body: list[ast.stmt]) -> tuple[ast.expr, bool] | None:
    """The test that a round must pass to do anything at all, and whether it must hold; nothing where there is none."""
    match body:
        case [ast.If(test=test, body=[ast.Continue()], orelse=[]), *_]:
            return test, False
        case [ast.If(test=test, orelse=[])]:
            return test, True
    return None


def filtered(
    machine: Machine, state: State, target: ast.expr, test: tuple[ast.expr, bool], inside: ast.AST, source: Elements,
    frame: Frame,
) -> Elements:  # fmt: skip
    """The elements whose rounds do something; all of them, where that is not known.

    Only tests are followed that compare the round's number with a number that the loop, ``inside``, does not change.
    """
    counter = target.elts[0] if isinstance(target, ast.Tuple) and target.elts else target
    count = None if source.by_round is None else source.by_round
    if count is not None and count.parts and isinstance(target, ast.Tuple):
        count = count.parts[0]
    found = _test_of(counter, *test)
    if found is None or count is None or count.const is not COUNTED or count.number is None or source.parts is not None:
        return source
    if found.against.id in machine.shared_names:
        return source
    variable = machine.variable(found.against.id, found.against, frame)
    held = None if variable is None else state.variables.get(variable)
    first, high = count.number.exact, source.size.high
    limit = None if held is None or held.number is None or held.unknown or held.mixed else held.number.exact
    if limit is None or first is None or high is None or _stores(inside, found.against.id):
        return source
    return _narrowed(source, found.operator, first, high, limit)


def _test_of(counter: ast.expr, test: ast.expr, holds: bool) -> _Test | None:
    match counter, test:
        case ast.Name(id=name), ast.Compare(left=ast.Name() as left, ops=[op], comparators=[ast.Name() as right]):
            kind = type(op)
            if left.id == name:
                other = right
            elif right.id == name:
                kind, other = MIRRORED.get(kind, kind), left
            else:
                return None
            if kind not in NEGATED_NUMERIC or other.id == name:
                return None
            return _Test(kind if holds else NEGATED_NUMERIC[kind], other)
    return None


def _stores(inside: ast.AST, name: str) -> bool:
    """Whether a loop binds a name."""
    return any(
        isinstance(part, ast.Name) and part.id == name and not isinstance(part.ctx, ast.Load)
        for part in ast.walk(inside)
    )


def _narrowed(source: Elements, operator: type[ast.cmpop], first: Bound, high: Bound, limit: Bound) -> Elements:
    if operator in {ast.Gt, ast.GtE}:
        begin = limit + ONE if operator is ast.Gt else limit
        if not (begin - first).is_never_negative:
            return source
        return source._replace(
            size=Range(None, at_least_zero(first + high - begin)),
            parts=None,
            by_round=_begun(source.by_round, begin),
        )
    if operator in {ast.Lt, ast.LtE}:
        end = limit if operator is ast.Lt else limit + ONE
        count = at_least_zero(end - first)
        return source._replace(size=Range(None, count), parts=None) if (high - count).is_never_negative else source
    low = source.size.low
    is_there = low is not None and (limit - first).is_never_negative and (first + low - ONE - limit).is_never_negative
    if operator is ast.NotEq and is_there:
        return source._replace(size=Range(None, at_least_zero(high - ONE)), parts=None, by_round=None)
    return source


def _begun(template: Value | None, begin: Bound) -> Value | None:
    if template is None:
        return None
    if template.const is COUNTED:
        return template._replace(number=Range(begin, begin))
    count, *others = template.parts or ()
    return template._replace(parts=(count._replace(number=Range(begin, begin)), *others))
