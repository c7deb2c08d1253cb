"""``match`` statements."""

from __future__ import annotations

import ast

from cgr_audit.analysis.provenance.branching import branch
from cgr_audit.analysis.provenance.conditions import Condition, condition_of, test
from cgr_audit.analysis.provenance.heap import elements_of
from cgr_audit.analysis.provenance.run import Frame, Run
from cgr_audit.analysis.provenance.state import State
from cgr_audit.analysis.provenance.values import (
    TRUTH,
    Kind,
    Known,
    Value,
    controls_of,
    dependences_of,
    join,
    merge_controls,
    opaque,
)

__all__ = ["match_statement"]


def match_statement(run: Run, node: ast.Match, frame: Frame, state: State) -> State | None:
    """Each case is a test of the subject; those before it have failed."""
    subject = run.evaluate(node.subject, frame, state)
    return _cases(run, node.cases, subject, frame, state)


def _cases(run: Run, cases: list[ast.match_case], subject: Value, frame: Frame, state: State) -> State | None:
    if not cases:
        return state
    case, rest = cases[0], cases[1:]
    condition = _pattern(run, case, subject, frame, state)
    return branch(
        run, condition, frame, state,
        lambda inner: run.execute(case.body, frame, inner),
        lambda inner: _cases(run, rest, subject, frame, inner), case.pattern,
    )  # fmt: skip


def _pattern(run: Run, case: ast.match_case, subject: Value, frame: Frame, state: State) -> Condition:
    for part in ast.walk(case.pattern):
        if isinstance(part, ast.MatchAs | ast.MatchStar) and part.name:
            whole = part is case.pattern
            value = subject if whole else _inside(subject, state)
            owner = frame.owner_of(part.name) or frame
            state.cells[(owner.number, part.name)] = value
        elif isinstance(part, ast.MatchMapping) and part.rest:
            owner = frame.owner_of(part.rest) or frame
            state.cells[(owner.number, part.rest)] = run.unknown(dependences_of(subject))
    condition = _matches(run, case.pattern, subject, frame, state)
    if case.guard is None:
        return condition
    guard = test(run, case.guard, frame, state)
    if condition.truth is True:
        return guard
    if condition.truth is False or guard.truth is False:
        return Condition(False)
    if guard.truth is True:
        return condition
    return Condition(None, merge_controls(condition.holds, guard.holds), merge_controls(condition.fails, guard.fails))


def _inside(subject: Value, state: State) -> Value:
    value, _, _ = elements_of(subject, state)
    return join(value, opaque(dependences_of(subject), controls_of(subject))) if value else value


def _matches(run: Run, pattern: ast.pattern, subject: Value, frame: Frame, state: State) -> Condition:
    if isinstance(pattern, ast.MatchAs) and pattern.pattern is None:
        return Condition(True)
    if isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
        return _matches(run, pattern.pattern, subject, frame, state)
    constants: list[object] | None = None
    if isinstance(pattern, ast.MatchValue) and isinstance(pattern.value, ast.Constant):
        constants = [pattern.value.value]
    elif isinstance(pattern, ast.MatchSingleton):
        constants = [pattern.value]
    known_subject = [item.payload.constant for item in subject.values() if isinstance(item.payload, Known)]
    if constants is not None and len(known_subject) == len(subject) == 1:
        return Condition(known_subject[0] == constants[0])
    value = opaque(dependences_of(subject), controls_of(subject), TRUTH)
    failed, found = (Kind.FAILURE, Kind.SUCCESS), (Kind.SUCCESS, Kind.FAILURE)
    run.traces.decide(pattern, dependences_of(value))
    if run.contract.extraction.failure_value in (constants or ()) or len(_alternatives(pattern)) > 1:
        run.traces.check(dependences_of(value))
    missing = [run.is_missing(constant) for constant in constants or _alternatives(pattern)]
    if missing and all(missing):
        return condition_of(pattern, value, state, failed)
    if len(missing) > 1 and not any(missing):
        return condition_of(pattern, value, state, found)
    return condition_of(pattern, value, state)


def _alternatives(pattern: ast.pattern) -> list[object]:
    """The constants of ``"A" | "B"``; nothing where it is anything else."""
    if not isinstance(pattern, ast.MatchOr):
        return []
    constants: list[object] = []
    for part in pattern.patterns:
        if isinstance(part, ast.MatchValue) and isinstance(part.value, ast.Constant):
            constants.append(part.value.value)
        elif isinstance(part, ast.MatchSingleton):
            constants.append(part.value)
        else:
            return []
    return constants
