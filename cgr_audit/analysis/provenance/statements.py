"""What each kind of statement does to the state of an abstract run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType

from cgr_audit.analysis.provenance.arguments import Arguments
from cgr_audit.analysis.provenance.attributes import helper, store_attribute
from cgr_audit.analysis.provenance.calls import keep_defaults
from cgr_audit.analysis.provenance.conditions import Condition, condition_of, test
from cgr_audit.analysis.provenance.expressions import binary
from cgr_audit.analysis.provenance.heap import allocate, elements_of, sequence_of, store_item
from cgr_audit.analysis.provenance.loops import execute_for, execute_while
from cgr_audit.analysis.provenance.methods import call_method
from cgr_audit.analysis.provenance.objects import Mapped, Sequence
from cgr_audit.analysis.provenance.protected import execute_try, execute_with
from cgr_audit.analysis.provenance.refinement import refine
from cgr_audit.analysis.provenance.run import Frame, NeverReturnsError, ReturnRecord, Run
from cgr_audit.analysis.provenance.state import State, meet, without
from cgr_audit.analysis.provenance.values import (
    NOTHING,
    TRUTH,
    Alternative,
    Attribute,
    Class,
    Controls,
    External,
    Function,
    Known,
    Reference,
    Value,
    controls_of,
    dependences_of,
    join,
    known,
    merge_controls,
    opaque,
    restrained,
    single,
)

__all__ = ["assign", "execute"]


def execute(run: Run, body: list[ast.stmt], frame: Frame, state: State) -> State | None:
    """Run statements; nothing is left where no path reaches their end."""
    current: State | None = state
    for statement in body:
        if current is None:
            return None
        run.step()
        for watcher in run.watchers:
            run.steps += len(current.cells) >> 6
            watcher.append(current.copy())
        handler = _HANDLERS.get(type(statement))
        if handler is None:
            continue
        try:
            current = handler(run, statement, frame, current)
        except NeverReturnsError:
            run.exits += 1
            return None
    return current


def branch(
    run: Run, condition: Condition, frame: Frame, state: State,
    holds: Callable[[State], State | None], fails: Callable[[State], State | None], node: ast.AST,
) -> State | None:  # fmt: skip
    """Run one of two continuations, or both where the test is not known, and let the paths meet."""
    if condition.truth is not None:
        return holds(state) if condition.truth else fails(state)
    base = state.controls
    entries, ends, stays = [], [], []
    for controls, continuation in ((condition.holds, holds), (condition.fails, fails)):
        entry = merge_controls(base, controls)
        exits, jumps = run.exits, _jumps(frame)
        end = continuation(state.copy(entry))
        entries.append(entry)
        ends.append(end)
        stays.append(run.exits == exits and _jumps(frame) > jumps)
    if all(end is None for end in ends):
        return None
    if frame.loops and (stays[0] or stays[1]):
        frame.loops[-1].inner.update((node, *condition.holds, *condition.fails))
    return _joined(base, entries, ends)


def _jumps(frame: Frame) -> int:
    return sum(len(loop.breaks) + len(loop.continues) for loop in frame.loops[-1:])


def _joined(base: Controls, entries: list[Controls], ends: list[State | None]) -> State | None:
    left = [(entry, end) for entry, end in zip(entries, ends, strict=True) if end is not None]
    if len(left) == 1:
        return left[0][1]
    escapes = [without(end.controls, entry) for entry, end in left]
    met = meet([end for _, end in left], base)
    for place, (entry, _) in enumerate(left):
        others = [escape for other, escape in enumerate(escapes) if other != place]
        if escapes[place]:
            met.controls = merge_controls(met.controls, escapes[place])
        elif any(others):
            met.controls = merge_controls(met.controls, without(entry, base))
    return met


def _expression(run: Run, node: ast.Expr, frame: Frame, state: State) -> State | None:
    run.evaluate(node.value, frame, state)
    return state


def _assignment(run: Run, node: ast.Assign, frame: Frame, state: State) -> State | None:
    value = run.evaluate(node.value, frame, state)
    for target in node.targets:
        assign(run, target, value, frame, state, node)
    return state


def _annotated(run: Run, node: ast.AnnAssign, frame: Frame, state: State) -> State | None:
    if node.value is not None:
        assign(run, node.target, run.evaluate(node.value, frame, state), frame, state, node)
    return state


def _augmented(run: Run, node: ast.AugAssign, frame: Frame, state: State) -> State | None:
    added = run.evaluate(node.value, frame, state)
    before = run.evaluate(node.target, frame, state)
    if isinstance(node.op, ast.Add) and len(before) == 1:
        item = next(iter(before.values()))
        found = state.heap.get(item.payload.place) if isinstance(item.payload, Reference) else None
        if isinstance(found, Sequence) and found.kind != "tuple":
            call_method(run, item, "extend", Arguments([added]), node, frame, state)
            return state
    result = binary(node.op, before, added, node, frame, state)
    if isinstance(node.target, ast.Subscript):
        _add_in_place(run, node.target, result, state)
    else:
        assign(run, node.target, result, frame, state, node)
    return state


def _add_in_place(run: Run, target: ast.Subscript, value: Value, state: State) -> None:
    """``counts[key] += 1``: a key that is not known is one of those that are there, unless missing ones are made."""
    index = run.last.get(target.slice, NOTHING)
    for item in run.last.get(target.value, NOTHING).values():
        found = state.heap.get(item.payload.place) if isinstance(item.payload, Reference) else None
        constants = all(isinstance(part.payload, Known) for part in index.values())
        if isinstance(found, Mapped) and not found.default and found.entries and not constants:
            changed = restrained(opaque(dependences_of(value) | dependences_of(index)), controls_of(index))
            entries = {name: join(before, changed) for name, before in found.entries.items()}
            other = join(found.other_values, changed) if found.other_keys else found.other_values
            state.heap[item.payload.place] = Mapped(  # type: ignore[union-attr]
                entries, found.keys, found.maybe, found.other_keys, other, found.default, found.order)  # fmt: skip
        else:
            strong = len(run.last.get(target.value, NOTHING)) == 1
            store_item(item, index, value, state, strong=strong)


def assign(run: Run, target: ast.expr, value: Value, frame: Frame, state: State, node: ast.AST) -> None:
    """Bind a target to a value."""
    match target:
        case ast.Name(id=name):
            owner = frame.owner_of(name) or frame
            if any(not item.dependences for item in value.values()):
                message = f"assigned to `{name}`"
                value = {key: item.after(target, message) for key, item in value.items()}
            state.cells[(owner.number, name)] = value
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            _unpack(run, parts, value, frame, state, node)
        case ast.Starred(value=inner):
            assign(run, inner, value, frame, state, node)
        case ast.Attribute(value=inner, attr=attr):
            store_attribute(run.evaluate(inner, frame, state), attr, value, state)
        case ast.Subscript(value=inner, slice=index):
            owners, place = run.evaluate(inner, frame, state), run.evaluate(index, frame, state)
            for item in owners.values():
                if isinstance(item.payload, External) and item.payload.name.endswith("()"):
                    _store_by_name(item.payload.name, place, value, frame, state, run)
                else:
                    store_item(item, place, value, state, strong=len(owners) == 1)


def _store_by_name(name: str, place: Value, value: Value, frame: Frame, state: State, run: Run) -> None:
    owner = frame.module if name == "builtins.globals()" else frame
    item = next(iter(place.values())) if len(place) == 1 else None
    if item is not None and isinstance(item.payload, Known):
        state.cells[(owner.number, str(item.payload.constant))] = value
    else:
        run.lost = True


def _unpack(run: Run, parts: list[ast.expr], value: Value, frame: Frame, state: State, node: ast.AST) -> None:
    results = [NOTHING for _ in parts]
    starred = next((place for place, part in enumerate(parts) if isinstance(part, ast.Starred)), None)
    for item in value.values():
        found = sequence_of(item, state)
        for place in range(len(parts)):
            if found.items is None:
                element = found.rest
            elif starred is None or place < starred:
                element = found.items[place] if place < len(found.items) else NOTHING
            elif place > starred:
                offset = place - len(parts)
                element = found.items[offset] if -offset <= len(found.items) else NOTHING
            else:
                element = found.any
            results[place] = join(results[place], restrained(element, item.controls))
    for place, (part, result) in enumerate(zip(parts, results, strict=True)):
        if place == starred:
            made = allocate(Sequence("list", None, result), part, frame.number, state)
            assign(run, part, made, frame, state, node)
        else:
            assign(run, part, result or run.unknown(), frame, state, node)


def _return(run: Run, node: ast.Return, frame: Frame, state: State) -> State | None:
    value = known(None, node) if node.value is None else run.evaluate(node.value, frame, state)
    frame.returns.append(ReturnRecord(node, value, state))
    run.exits += 1
    return None


def _if(run: Run, node: ast.If, frame: Frame, state: State) -> State | None:
    condition = test(run, node.test, frame, state)
    return branch(
        run, condition, frame, state,
        lambda inner: run.execute(node.body, frame, refine(run, node.test, True, frame, inner)),
        lambda inner: run.execute(node.orelse, frame, refine(run, node.test, False, frame, inner)), node.test,
    )  # fmt: skip


def _raise(run: Run, node: ast.Raise | ast.Assert, frame: Frame, state: State) -> State | None:
    if isinstance(node, ast.Assert):
        condition = test(run, node.test, frame, state)
        return branch(run, condition, frame, state, lambda inner: refine(run, node.test, True, frame, inner),
                      lambda inner: _raised(run, inner), node.test)  # fmt: skip
    if node.exc is not None:
        run.evaluate(node.exc, frame, state)
    return _raised(run, state)


def _raised(run: Run, state: State) -> State | None:
    run.exits += 1
    if run.watchers:
        run.kept.update(state.controls)
        run.content_raised |= any(kind.of_solver for _, kind in state.controls.values())
        for watcher in run.watchers:
            watcher.append(state)
    return None


def _break(run: Run, node: ast.Break, frame: Frame, state: State) -> State | None:  # noqa: ARG001
    if frame.loops:
        frame.loops[-1].breaks.append(state)
    return None


def _continue(run: Run, node: ast.Continue, frame: Frame, state: State) -> State | None:  # noqa: ARG001
    if frame.loops:
        frame.loops[-1].continues.append(state)
    return None


def _function(run: Run, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame, state: State) -> State | None:
    keep_defaults(run, node.args, frame, state)
    value = single(Alternative(Function(node, frame.number)))
    for decorator in reversed(node.decorator_list):
        name = decorator.id if isinstance(decorator, ast.Name) else ""
        if name in ("staticmethod", "classmethod", "property") or (
            isinstance(decorator, ast.Attribute) and decorator.attr in ("setter", "cached_property", "getter")
        ):
            continue
        applied = run.evaluate(decorator, frame, state)
        if all(isinstance(item.payload, Attribute) for item in applied.values()):
            continue
        names = [item.payload.name for item in applied.values() if isinstance(item.payload, External)]
        if len(names) == len(applied) and any(name.startswith(("functools", "contextlib")) for name in names):
            continue
        value = run.call(applied, Arguments([value]), decorator, frame, state)
    owner = frame.owner_of(node.name) or frame
    state.cells[(owner.number, node.name)] = value
    return state


def _class(run: Run, node: ast.ClassDef, frame: Frame, state: State) -> State | None:
    inner = run.frame(node, run.scope_of[node], frame, (node, frame.number))
    bases: list[Alternative] = []
    for base in node.bases:
        bases.extend(item for item in run.evaluate(base, frame, state).values() if isinstance(item.payload, Class))
    run.bases[inner.number] = bases
    end = run.execute(node.body, inner, state)
    owner = frame.owner_of(node.name) or frame
    if end is not None:
        end.cells[(owner.number, node.name)] = single(Alternative(Class(node, inner.number)))
    return end


def _import(run: Run, node: ast.Import, frame: Frame, state: State) -> State | None:
    for alias in node.names:
        name = alias.asname or alias.name.partition(".")[0]
        origin = alias.name if alias.asname else name
        owner = frame.owner_of(name) or frame
        state.cells[(owner.number, name)] = single(Alternative(External(origin)))
    del run
    return state


def _import_from(run: Run, node: ast.ImportFrom, frame: Frame, state: State) -> State | None:
    for alias in node.names:
        name = alias.asname or alias.name
        owner = frame.owner_of(name) or frame
        state.cells[(owner.number, name)] = helper(run, f"{node.module or ''}.{alias.name}", alias)
    return state


def _delete(run: Run, node: ast.Delete, frame: Frame, state: State) -> State | None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            owner = frame.owner_of(target.id) or frame
            state.cells.pop((owner.number, target.id), None)
        else:
            run.evaluate(target, frame, state)
    return state


def _match(run: Run, node: ast.Match, frame: Frame, state: State) -> State | None:
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
    return condition_of(pattern, value, state)


_HANDLERS: Mapping[type[ast.stmt], Callable[..., State | None]] = MappingProxyType({
    ast.Expr: _expression, ast.Assign: _assignment, ast.AnnAssign: _annotated, ast.AugAssign: _augmented,
    ast.Return: _return, ast.If: _if, ast.For: execute_for, ast.AsyncFor: execute_for, ast.While: execute_while,
    ast.Try: execute_try, ast.TryStar: execute_try, ast.With: execute_with, ast.AsyncWith: execute_with,
    ast.Raise: _raise, ast.Assert: _raise, ast.Break: _break, ast.Continue: _continue, ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function, ast.ClassDef: _class, ast.Import: _import, ast.ImportFrom: _import_from,
    ast.Delete: _delete, ast.Match: _match,
})  # fmt: skip
