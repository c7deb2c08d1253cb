"""Functions of the library that call the functions they are given."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping
from functools import partial
from types import MappingProxyType

from cgr_audit.analysis.domains.cost import ReasonKind
from cgr_audit.analysis.domains.intervals import ANY_SIZE, EMPTY, Interval, exactly, largest_of, least_of
from cgr_audit.analysis.domains.polynomials import ZERO
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.conditions import condition_of
from cgr_audit.analysis.interpreter.heap import (
    allocate,
    constants_of,
    deep_controls,
    deep_taint,
    elements_of,
    exact_elements,
    inside,
    length_of,
    selected,
)
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.iteration import repeat, unbounded_kind
from cgr_audit.analysis.interpreter.library.declaration import Declaration, Model
from cgr_audit.analysis.interpreter.objects import Sequence
from cgr_audit.analysis.interpreter.special_methods import special
from cgr_audit.analysis.interpreter.state import State, chosen_by_leaving
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    SOLVER,
    AbstractValue,
    Attribute,
    Constant,
    External,
    Function,
    Kind,
    Partial,
    Value,
    join,
    join_all,
    kind_of_absence,
    opaque,
    single,
    taint_of,
    taint_of_controls,
    under_control,
)

__all__ = ["HIGHER_ORDER", "IDENTITY", "call_each", "call_in_turn", "fold"]

_MAX_EXACT = 8


def _map(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if len(given.positional) < 2:
        return None
    function, sequences = given.positional[0], given.positional[1:]
    exact = [exact_elements(value, state) for value in sequences]
    if len(exact) == 1 and exact[0] is not None and len(exact[0]) <= _MAX_EXACT:
        items = call_in_turn(interp, function, [Arguments([item]) for item in exact[0]], node, frame, state)
        if exact_elements(sequences[0], state) is None or length_of(sequences[0], state) != exactly(len(items)):
            interp.give_up(state, node, "cannot tell how long what this iterates over grows")
        return allocate(Sequence("iterator", tuple(items)), node, inside(frame.number, 1), state)
    parts, some, size = [], True, 0
    for value in sequences:
        part, more, amount = elements_of(value, state, node)
        parts.append(part)
        some, size = some and more, size | amount
    if not all(parts):
        return allocate(Sequence("iterator", ()), node, inside(frame.number, 1), state)
    times = least_of(*(length_of(value, state) for value in sequences))
    kind = unbounded_kind(size, join_all(parts), state)
    result = call_each(interp, function, Arguments(parts), times, node, frame, state, kind, sequences)
    made = Sequence("iterator", None, result, int(some), size, extent=times)
    return allocate(made, node, inside(frame.number, 1), state)


def call_in_turn(
    interp: Interpreter, function: Value, calls: Iterable[Arguments], node: ast.AST, frame: Frame, state: State
) -> list[Value]:
    """Call a function with these arguments, one call after the other."""
    return interp.in_turn(
        (partial(interp.call, function, given, node, frame, state) for given in calls), frame.number, state
    )  # fmt: skip


def call_each(
    interp: Interpreter, function: Value, given: Arguments, times: Interval, node: ast.AST, frame: Frame, state: State,
    kind: ReasonKind = ReasonKind.UNBOUNDED_LOOP, iterables: Collection[Value] = (),
) -> Value:  # fmt: skip
    """Call a function so many times, each time with what any of the elements may be; what a call may give."""
    made = [NOTHING]

    def body(begun: State) -> None:
        made[0] = interp.call(function, given, node, frame, begun)

    is_told = times.low != times.high and any(taint_of(value) & SOLVER for value in given.all)
    before = state.copy() if is_told else state
    repeat(interp, node, state, times, body, kind, iterables)
    if is_told:  # a response says how often
        chosen_by_leaving(before, state, {node: (1, Kind.CONTENT)})
    return made[0]


def _starmap(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if len(given.positional) != 2:
        return None
    exact = exact_elements(given.positional[1], state)
    rows, some, size = elements_of(given.positional[1], state, node)
    if exact is not None and len(exact) <= _MAX_EXACT:
        rows_given = [_spread(row, state) for row in exact]
        items = call_in_turn(interp, given.positional[0], rows_given, node, frame, state)
        return allocate(Sequence("iterator", tuple(items)), node, inside(frame.number, 1), state)
    if not rows:
        return allocate(Sequence("iterator", ()), node, inside(frame.number, 1), state)
    times = length_of(given.positional[1], state)
    rows_at = given.positional[1:2]
    result = call_each(interp, given.positional[0], _spread(rows, state), times, node, frame, state, iterables=rows_at)
    made = Sequence("iterator", None, result, int(some), size, extent=times)
    return allocate(made, node, inside(frame.number, 1), state)


def _spread(row: Value, state: State) -> Arguments:
    """The arguments of ``f(*row)``."""
    exact = exact_elements(row, state)
    return Arguments(exact) if exact is not None else Arguments(star=elements_of(row, state)[0])


def _filter(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if len(given.positional) != 2:
        return None
    value, _, size = elements_of(given.positional[1], state, node)
    if any(item.payload == Constant(type(None), None) for item in given.positional[0].values()):
        own = special(interp, value, ("__bool__", "__len__"), [], node, frame, state, lambda rest, _: rest)
        if own is None:
            extent = Interval(ZERO, length_of(given.positional[1], state).high)
            made = Sequence("iterator", None, value, 0, size, extent=extent)
            return allocate(made, node, inside(frame.number, 1), state)
        outcome = own
    elif value:
        times = length_of(given.positional[1], state)
        tested = given.positional[1:2]
        outcome = call_each(
            interp, given.positional[0], Arguments([value]), times, node, frame, state, iterables=tested
        )
    else:
        return allocate(Sequence("iterator", ()), node, inside(frame.number, 1), state)
    interp.traces.decide(node, deep_taint(outcome, state))
    condition = condition_of(node, outcome, state)
    if condition.truth is False:
        return allocate(Sequence("iterator", ()), node, inside(frame.number, 1), state)
    size |= taint_of_controls(condition.holds)
    chosen = under_control(value, condition.holds)
    extent = Interval(ZERO, length_of(given.positional[1], state).high)
    made = Sequence("iterator", None, chosen, 0, size, extent=extent)
    return allocate(made, node, inside(frame.number, 1), state)


def _reduce(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if len(given.positional) < 2:
        return None
    function = given.positional[0]
    exact = exact_elements(given.positional[1], state)
    start = given.get(2, "initial")
    if exact is not None and len(exact) <= _MAX_EXACT and (exact or start is not None):
        parts = ([start] if start is not None else []) + exact
        result = parts[0]
        for part in parts[1:]:
            result = interp.call(function, Arguments([result, part]), node, frame, state)
        return result
    value, some, size = elements_of(given.positional[1], state, node)
    if len(value) > 1:
        value = selected(value, size, node)  # how many there are decides which comes last
    if not value:
        return start
    times = length_of(given.positional[1], state).plain
    if start is None:
        times = largest_of(times - exactly(1), EMPTY)
    first = value if start is None else start
    made, _ = fold(interp, function, first, value, times, node, frame, state)
    if start is None or not some:  # what it begins with comes out where there is one element, or none
        return join(under_control(first, {node: (-1, kind_of_absence(0 if start is None else size))}), made)
    return made


def fold(
    interp: Interpreter, function: Value, first: Value, element: Value, times: Interval, node: ast.AST, frame: Frame,
    state: State,
) -> tuple[Value, Value]:  # fmt: skip
    """Call a function so many times with what it gave before and an element; what the last call gave, and all of them.

    Both are nothing if it is never called.
    """
    given, last, every = ((frame.number, f"<{part} folded>") for part in ("value", "last", "every"))
    state.cells[given] = first

    def body(begun: State) -> None:
        made = interp.call(function, Arguments([begun.cells[given], element]), node, frame, begun)
        begun.cells[every] = join(begun.cells.get(every, NOTHING), made)
        begun.cells[given] = begun.cells[last] = made

    repeat(interp, node, state, times, body)
    del state.cells[given]
    return state.cells.pop(last, NOTHING), state.cells.pop(every, NOTHING)


def _partial(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if not given.positional or given.star or given.double_star:
        return None
    if any(len(value) != 1 for value in (*given.positional[1:], *given.named.values())):
        return None
    positional = tuple(next(iter(value.values())) for value in given.positional[1:])
    named = tuple((name, next(iter(value.values()))) for name, value in given.named.items())
    result: Value = {}
    for item in given.positional[0].values():
        made = AbstractValue(Partial(item, positional, named), 0, item.controls)
        result[made.key] = made
    return result


def _partial_method(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``partialmethod(f, x)``: the instance comes before what is given."""
    if any(len(value) != 1 for value in given.all):
        return None
    maker = single(AbstractValue(External("functools.partialmethod")))
    return _partial(interp, Arguments([maker, *given.positional], given.named), node, frame, state)


def _getter(*, is_item: bool) -> Model:
    def model(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
        names = [constants_of(value) for value in given.positional]
        exact = [constants[0] for constants in names if constants is not None and len(constants) == 1]
        if not exact or len(exact) < len(names):
            return None
        return single(AbstractValue(Attribute(exact[0] if len(exact) == 1 else tuple(exact), is_item)))

    return model


def _comparing(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``cmp_to_key(f)``, and what that makes of an element: a key that may be compared any number of times."""
    function, element = given.get(0, "mycmp"), given.get(1, "obj")
    if function is None:
        return None
    if element is None:
        maker = single(AbstractValue(External("functools.cmp_to_key")))
        return _partial(interp, Arguments([maker, function]), node, frame, state)
    called = interp.last.get(node.func, NOTHING) if isinstance(node, ast.Call) else NOTHING
    if any(isinstance(item.payload, Partial) for item in called.values()):
        return None  # the program keeps the key, and may compare it at any time
    made = call_each(
        interp, function, Arguments([element, element]), ANY_SIZE, node, frame, state, ReasonKind.NOT_FOLLOWED
    )
    parts = join(element, made)
    return opaque(deep_taint(parts, state), deep_controls(parts, state))


def _decorator(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``functools.wraps(f)`` gives a decorator that changes nothing."""
    return single(AbstractValue(IDENTITY))


def _caching(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``functools.cache(f)``, ``lru_cache(f)``, and ``lru_cache(maxsize=None)``, which is a decorator."""
    functions = given.get(0, "maxsize") or NOTHING
    if all(isinstance(item.payload, Constant) for item in functions.values()):
        return single(AbstractValue(External("functools.cache")))
    if not all(isinstance(item.payload, Function) for item in functions.values()):
        return None
    interp.caching.update(item.payload.node for item in functions.values() if isinstance(item.payload, Function))
    return functions


def _attempted(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``executor.submit(f, x)`` and the like: call the first with the others."""
    if not given.positional:
        return None
    called, rest = given.positional[0], Arguments(given.positional[1:], given.named)
    return interp.caught(lambda inner: interp.call(called, rest, node, frame, inner), state) or interp.unknown()


IDENTITY = Attribute(None, is_item=False)

HIGHER_ORDER: Mapping[str, Declaration] = MappingProxyType({
    "builtins.map": Declaration("function, /, *iterables", _map),
    "builtins.filter": Declaration("function, iterable, /", _filter),
    "functools.reduce": Declaration("function, iterable, initial=None, /", _reduce),
    "functools.partial": Declaration("func, /, *args, **keywords", _partial),
    "functools.cmp_to_key": Declaration("mycmp, obj=None", _comparing),
    "functools.partialmethod": Declaration("func, /, *args, **keywords", _partial_method),
    "operator.itemgetter": Declaration("item, /, *items", _getter(is_item=True)),
    "operator.attrgetter": Declaration("item, /, *items", _getter(is_item=False)),
    "functools.wraps": Declaration("wrapped, assigned=(), updated=()", _decorator),
    "functools.cache": Declaration("maxsize, /", _caching),
    "functools.lru_cache": Declaration("maxsize=128, typed=False", _caching),
    "asyncio.to_thread": Declaration("func, /, *args, **kwargs", _attempted),
    "itertools.starmap": Declaration("function, iterable, /", _starmap),
})  # fmt: skip
