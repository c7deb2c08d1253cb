"""``match`` statements."""

from __future__ import annotations

import ast

from cgr_audit.analysis.interpreter.attributes import attribute
from cgr_audit.analysis.interpreter.branching import Link, follow_chain
from cgr_audit.analysis.interpreter.class_lookup import class_of, find_in_class, instance_at
from cgr_audit.analysis.interpreter.conditions import Condition, condition_of, test
from cgr_audit.analysis.interpreter.heap import (
    allocate,
    deep_controls,
    deep_parts,
    deep_taint,
    elements_of,
    exact_elements,
)
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.escape import ask
from cgr_audit.analysis.interpreter.library.exceptions import belongs
from cgr_audit.analysis.interpreter.objects import Sequence, replace
from cgr_audit.analysis.interpreter.records import record_of
from cgr_audit.analysis.interpreter.special_methods import compared
from cgr_audit.analysis.interpreter.state import State, plain_join
from cgr_audit.analysis.interpreter.subscripts import subscript
from cgr_audit.analysis.interpreter.values import (
    TRUTH,
    UNKNOWN,
    AbstractValue,
    Constant,
    Kind,
    Value,
    merge_controls,
    opaque,
    single,
    taint_of,
)

__all__ = ["match_statement"]


def match_statement(interp: Interpreter, node: ast.Match, frame: Frame, state: State) -> State | None:
    """Each case is a test of the subject; those before it have failed."""
    subject = interp.evaluate(node.subject, frame, state)

    def link(case: ast.match_case) -> Link:
        def is_taken(inner: State) -> Condition:
            nonlocal subject
            matching, others = _divided(interp, case.pattern, subject, frame, inner)
            if not matching:
                return Condition(False)
            condition = _pattern(interp, case, matching, frame, inner, is_certain=not others)
            subject = others if others and case.guard is None else subject
            return condition

        return Link(case.pattern, is_taken, lambda inner: interp.execute(case.body, frame, inner), lambda inner: inner)

    return follow_chain(interp, map(link, node.cases), frame, state)


def _divided(
    interp: Interpreter, pattern: ast.pattern, subject: Value, frame: Frame, state: State
) -> tuple[Value, Value]:
    """The alternatives that may match a pattern, and those that may not: a class pattern divides instances."""
    while isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
        pattern = pattern.pattern
    if not isinstance(pattern, ast.MatchClass) or "__instancecheck__" in interp.special_names:
        return subject, subject
    classes = list(interp.evaluate(pattern.cls, frame, state).values())
    matching, others = {}, {}
    for key, item in subject.items():
        is_of = belongs(interp, item, classes, state)
        if is_of is not False:
            matching[key] = item
        if is_of is not True or not _takes_all(interp, pattern, item, state):
            others[key] = item
    return matching, others


def _takes_all(interp: Interpreter, pattern: ast.MatchClass, item: AbstractValue, state: State) -> bool:
    """Whether an instance of its class certainly matches: it has every attribute, and each may be anything."""
    found = instance_at(item, state)
    names = [*_match_args(single(item), state, len(pattern.patterns), interp), *pattern.kwd_attrs]
    return (
        found is not None
        and all(name in found.attributes and name not in found.maybe for name in names)
        and all(
            isinstance(part, ast.MatchAs) and part.pattern is None
            for part in (*pattern.patterns, *pattern.kwd_patterns)
        )
    )


def _pattern(
    interp: Interpreter, case: ast.match_case, subject: Value, frame: Frame, state: State, *, is_certain: bool
) -> Condition:
    """Whether a case is taken; a pattern that does not match binds nothing."""
    condition = Condition(True) if is_certain else _matches(interp, case.pattern, subject, frame, state)
    names = [getattr(part, "name", None) or getattr(part, "rest", None) for part in ast.walk(case.pattern)]
    cells = [((frame.owner_of(name) or frame).number, name) for name in names if name is not None]
    before = {cell: state.cells.get(cell) for cell in cells}
    _bind(interp, case.pattern, subject, frame, state)
    fails = state.copy()
    for cell, value in before.items():
        fails.cells.pop(cell, None)
        if value is not None:
            fails.cells[cell] = value
    if case.guard is None:
        return condition if condition.truth is not None else replace(condition, ways=(state, fails))
    guard = test(interp, case.guard, frame, state)
    if condition.truth is True:
        return guard
    if condition.truth is False:
        state.become(fails)
        return condition
    fails = plain_join([fails, guard.way(False, state)], state.controls)
    return Condition(
        False if guard.truth is False else None, merge_controls(condition.holds, guard.holds),
        merge_controls(condition.fails, guard.fails), (guard.way(True, state), fails),
    )  # fmt: skip


def _bind(interp: Interpreter, pattern: ast.pattern, subject: Value, frame: Frame, state: State) -> None:
    """Bind the names of a pattern to the parts of the subject that they stand for."""
    name: str | None = None
    parts: list[tuple[ast.pattern, Value]] = []
    match pattern:
        case ast.MatchAs(pattern=inner, name=name):
            parts = [] if inner is None else [(inner, subject)]
        case ast.MatchSequence(patterns=patterns):
            parts = _elements(patterns, subject, frame, state)
        case ast.MatchMapping(keys=keys, patterns=patterns, rest=name):
            for key, inner in zip(keys, patterns, strict=True):
                index = interp.evaluate(key, frame, state)
                value = subscript(interp, subject, index, key, frame.number, state)
                parts.append((inner, value or _inside(subject, state)))
        case ast.MatchClass(patterns=patterns, kwd_attrs=names, kwd_patterns=named):
            fields = _match_args(subject, state, len(patterns), interp)
            parts = [
                (
                    inner,
                    _inside(subject, state) if name is None else attribute(interp, subject, name, inner, frame, state),
                )
                for name, inner in zip(fields, patterns, strict=True)
            ]
            name = None
            for attr, inner in zip(names, named, strict=True):
                parts.append((inner, attribute(interp, subject, attr, inner, frame, state)))
        case ast.MatchOr(patterns=patterns):
            parts = [(inner, subject) for inner in patterns]
    if name is not None:
        owner = frame.owner_of(name) or frame
        state.cells[(owner.number, name)] = subject
    for inner, value in parts:
        _bind(interp, inner, value, frame, state)


def _match_args(subject: Value, state: State, count: int, interp: Interpreter) -> list[str | None]:
    """The attributes that the first parts of a class pattern are about, where the class of the subject says so."""
    classes = [class_of(item, state) for item in subject.values()]
    first = classes[0] if classes else None
    if first is not None and all(one is not None and one.payload == first.payload for one in classes):
        record = record_of(interp, first, state)
        names_value = find_in_class(interp, first, "__match_args__", None, state)
        exact = None if names_value is None else exact_elements(names_value, state)
        names = [field.name for field in record.fields] if record is not None and names_value is None else [
            next((str(part.payload.constant) for part in one.values() if isinstance(part.payload, Constant)), None)
            for one in exact or ()]  # fmt: skip
        if len(names) >= count:
            return list(names[:count])
    return [None] * count


def _elements(
    patterns: list[ast.pattern], subject: Value, frame: Frame, state: State
) -> list[tuple[ast.pattern, Value]]:
    """The patterns of a sequence with the elements that each stands for."""
    exact = exact_elements(subject, state)
    star = next((place for place, part in enumerate(patterns) if isinstance(part, ast.MatchStar)), None)
    if exact is not None and star is None and len(exact) == len(patterns):
        return list(zip(patterns, exact, strict=True))
    element = _inside(subject, state)
    parts: list[tuple[ast.pattern, Value]] = []
    for place, part in enumerate(patterns):
        value = element
        if exact is not None and star is not None and len(exact) >= len(patterns) - 1 and place != star:
            value = exact[place] if place < star else exact[place - len(patterns)]
        if isinstance(part, ast.MatchStar):
            made = allocate(Sequence("list", None, element), part, frame.number, state)
            parts.append((ast.copy_location(ast.MatchAs(None, part.name), part), made))
        else:
            parts.append((part, value))
    return parts


def _inside(subject: Value, state: State) -> Value:
    value, _, _ = elements_of(subject, state)
    return value or opaque(deep_taint(subject, state), deep_controls(subject, state))


def _matches(interp: Interpreter, pattern: ast.pattern, subject: Value, frame: Frame, state: State) -> Condition:
    if isinstance(pattern, ast.MatchAs) and pattern.pattern is None:
        return Condition(True)
    if isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
        return _matches(interp, pattern.pattern, subject, frame, state)
    if isinstance(pattern, ast.MatchSequence):
        exact = exact_elements(subject, state)
        if exact is not None and not any(isinstance(part, ast.MatchStar) for part in pattern.patterns):
            if len(exact) != len(pattern.patterns):
                return Condition(False)
            if all(isinstance(part, ast.MatchAs) and part.pattern is None for part in pattern.patterns):
                return Condition(True)
    _compare(interp, pattern, subject, frame, state)
    constants: list[object] | None = None
    if isinstance(pattern, ast.MatchValue) and isinstance(pattern.value, ast.Constant):
        constants = [pattern.value.value]
    elif isinstance(pattern, ast.MatchSingleton):
        constants = [pattern.value]
    known_subject = [item.payload.constant for item in subject.values() if isinstance(item.payload, Constant)]
    if constants is not None and len(known_subject) == len(subject) == 1:
        return Condition(known_subject[0] == constants[0])
    taint = deep_taint(subject, state) | UNKNOWN * _asks_class(interp, pattern, subject, state)
    value = opaque(taint, deep_controls(subject, state), TRUTH)
    failed, found = (Kind.FAILURE, Kind.SUCCESS), (Kind.SUCCESS, Kind.FAILURE)
    interp.traces.decide(pattern, taint_of(value))
    if interp.contract.extraction.failure_value in (constants or ()) or len(_alternatives(pattern)) > 1:
        interp.traces.check(taint_of(value))
    missing = [interp.is_missing(constant) for constant in constants or _alternatives(pattern)]
    if missing and all(missing):
        return condition_of(pattern, value, state, failed)
    if len(missing) > 1 and not any(missing):
        return condition_of(pattern, value, state, found)
    return condition_of(pattern, value, state)


def _asks_class(interp: Interpreter, pattern: ast.pattern, subject: Value, state: State) -> bool:
    """Whether a pattern looks at an attribute that an instance does not hold itself: its class may compute it."""
    if not isinstance(pattern, ast.MatchClass):
        return False
    names = [*_match_args(subject, state, len(pattern.patterns), interp), *pattern.kwd_attrs]
    held = [found for item in subject.values() if (found := instance_at(item, state)) is not None]
    return any(name is not None and name not in found.attributes for found in held for name in names)


def _compare(interp: Interpreter, pattern: ast.pattern, subject: Value, frame: Frame, state: State) -> None:
    """Ask an instance of the program whether it is what a pattern says, whichever part is about it."""
    if not interp.special_names or not any(instance_at(item, state) for item in deep_parts([subject], state)[0]):
        return
    for part in ast.walk(pattern):
        if isinstance(part, ast.MatchValue):
            value = interp.evaluate(part.value, frame, state)
            compared(interp, ast.Eq(), subject, value, part, frame, state, lambda *_: opaque(0, payload=TRUTH))
        elif isinstance(part, ast.MatchMapping | ast.MatchSequence):
            ask(interp, [subject], part, frame, state)


def _alternatives(pattern: ast.pattern) -> list[object]:
    """The constants of ``"A" | "B"``; nothing if it is anything else."""
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
