"""Calls: functions of the program are followed with this call's values; what is outside is asked of the library."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator

from cgr_audit.analysis.domains.cost import add
from cgr_audit.analysis.domains.polynomials import ONE
from cgr_audit.analysis.interpreter.arguments import Arguments, gathered
from cgr_audit.analysis.interpreter.attributes import attribute
from cgr_audit.analysis.interpreter.binding import bind
from cgr_audit.analysis.interpreter.class_lookup import class_of, find_in_class, find_in_metaclass, is_agent
from cgr_audit.analysis.interpreter.counters import charge
from cgr_audit.analysis.interpreter.displays import comprehension
from cgr_audit.analysis.interpreter.draws import materialized
from cgr_audit.analysis.interpreter.generators import is_suspended, suspend
from cgr_audit.analysis.interpreter.heap import allocate, deep_parts, held, sequence_of
from cgr_audit.analysis.interpreter.instances import instantiate
from cgr_audit.analysis.interpreter.interpreter import (
    MAX_DEPTH,
    Frame,
    Interpreter,
    NeverReturnsError,
    PromptRecord,
    ReturnRecord,
)
from cgr_audit.analysis.interpreter.library import calls as library
from cgr_audit.analysis.interpreter.library.escape import is_asked, unfollowed
from cgr_audit.analysis.interpreter.library.lazy import draws_lazily
from cgr_audit.analysis.interpreter.library.methods import call_method, is_view
from cgr_audit.analysis.interpreter.library.pure_functions import CHANGING_METHODS, PURE_METHODS
from cgr_audit.analysis.interpreter.objects import Instance, Mapped, Sequence
from cgr_audit.analysis.interpreter.recursion import Activation, entered_before
from cgr_audit.analysis.interpreter.recursion_study import study
from cgr_audit.analysis.interpreter.recursive_calls import call_again
from cgr_audit.analysis.interpreter.special_methods import SUBSCRIPT, iterated, mapped, special
from cgr_audit.analysis.interpreter.state import State, join_states
from cgr_audit.analysis.interpreter.subscripts import subscript
from cgr_audit.analysis.interpreter.summaries import Summary, key_of
from cgr_audit.analysis.interpreter.symbols import is_open_text, open_letter, open_text
from cgr_audit.analysis.interpreter.values import (
    NO_CONTROL,
    NOTHING,
    SOLVER,
    UNKNOWN,
    AbstractValue,
    Attribute,
    Class,
    Constant,
    External,
    Function,
    Method,
    Partial,
    Reference,
    Value,
    join,
    join_all,
    known,
    merge_controls,
    opaque,
    single,
    under_control,
)

__all__ = ["call_expression", "call_value", "run_function"]

_CELLS_PER_STEP = 32
"""How many variables and objects are copied, and joined again, in the time of one step."""
_RUN = External("asyncio.run")
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

_RETURNED = "<returned>"


def call_expression(interp: Interpreter, node: ast.Call, frame: Frame, state: State) -> Value:
    """The value of a call expression."""
    if isinstance(node.func, ast.Name) and node.func.id == "super" and frame.owner_of("super") is None:
        return _super([interp.evaluate(part, frame, state) for part in node.args], frame, state)
    function = interp.evaluate(node.func, frame, state)
    spot = not any(draws_lazily(item) for item in function.values())
    interp.calls.meet(node, function)
    if any(item.payload == _RUN for item in function.values()):
        interp.awaited.update(node.args)
    callee = {0: function}
    if any(item.payload in _DECIDING for item in function.values()) and node.args:
        spot = not _leaves_trace(interp, node.args[0], frame, state)
    given = _arguments(interp, node, callee, frame, state, on_the_spot=spot)
    return interp.call(callee[0], given, node, frame, state)


_DECIDING = frozenset((External("builtins.all"), External("builtins.any")))
"""What stops at the first element that decides."""


def _leaves_trace(interp: Interpreter, drawn: ast.expr, frame: Frame, state: State) -> bool:
    """Whether it can be told afterwards how many elements something was asked for."""
    if isinstance(drawn, ast.GeneratorExp):
        first = drawn.generators[0].iter
        if isinstance(first, ast.Name) and is_suspended(interp.evaluate(first, frame, state), state):
            return True
    return any(
        isinstance(part, ast.NamedExpr) or (isinstance(part, ast.Call) and not _is_quiet(part, frame))
        for part in ast.walk(drawn)
    )


def _is_quiet(call: ast.Call, frame: Frame) -> bool:
    """Whether a call, by its name, is one of a helper or of the library that changes nothing and calls nothing."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr in PURE_METHODS and call.func.attr not in CHANGING_METHODS
    is_outside = isinstance(call.func, ast.Name) and frame.owner_of(call.func.id) is None
    return is_outside and not any(isinstance(part, ast.Name) and frame.owner_of(part.id) for part in call.args[:1]
                                  if call.func.id in ("filter", "map", "next"))  # type: ignore[attr-defined]  # fmt: skip


def _super(given: list[Value], frame: Frame, state: State) -> Value:
    if len(given) == 2:
        result = NOTHING
        for owner in given[0].values():
            for item in given[1].values():
                result = join(result, single(AbstractValue(Method(item, "super()", owner))))
        return result
    function = frame.function
    while function.owner is None and function.parent is not None:
        function = function.parent.function
    is_function = isinstance(function.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    names = [*function.node.args.posonlyargs, *function.node.args.args] if is_function else []  # type: ignore[attr-defined]
    receiver = state.cells.get((function.number, names[0].arg), NOTHING) if names else NOTHING
    if function.owner is None or not receiver:
        return opaque(UNKNOWN)
    return join_all(single(AbstractValue(Method(item, "super()", function.owner))) for item in receiver.values())


def _arguments(
    interp: Interpreter, node: ast.Call, callee: dict[int, Value], frame: Frame, state: State, *, on_the_spot: bool
) -> Arguments:
    """The arguments, where generator expressions among them may be consumed ``on_the_spot``."""
    given, positional = Arguments(), dict[int, Value]()

    def evaluated(part: ast.expr) -> Value:
        if isinstance(part, ast.Constant | ast.Name | ast.Lambda):
            return interp.evaluate(part, frame, state)
        return held(
            part, frame.number, state, lambda: interp.evaluate(part, frame, state), callee, positional, given.named
        )

    for part in node.args:
        if not isinstance(part, ast.Starred):
            if on_the_spot or (node in interp.on_the_spot and is_view(part)):
                interp.on_the_spot.add(part)
            if on_the_spot and isinstance(part, ast.GeneratorExp):
                value = comprehension(interp, part, frame, state)
            else:
                value = evaluated(part)
            if given.star:
                given.star = join(given.star, value)
            else:
                positional[len(positional)] = value
            continue
        interp.on_the_spot.add(part.value)
        if isinstance(part.value, ast.GeneratorExp):  # the star drains it
            whole = comprehension(interp, part.value, frame, state)
        else:
            whole = iterated(interp, evaluated(part.value), part, frame, state)
        for item in materialized(interp, whole, part, frame, state).values():
            inner = sequence_of(item, state)
            if inner.items is not None and not given.star:
                for element in inner.items:
                    positional[len(positional)] = under_control(element, item.controls)
            else:
                given.star = join(given.star, under_control(inner.any, item.controls))
    for keyword in node.keywords:
        value = evaluated(keyword.value)
        if keyword.arg is not None:
            given.named[keyword.arg] = value
        else:
            _unpack_named(given, mapped(interp, value, keyword, frame, state), state)
    given.positional = list(positional.values())
    return given


def _unpack_named(given: Arguments, value: Value, state: State) -> None:
    for item in value.values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if isinstance(found, Mapped):
            for name, inner in found.entries.items():
                before = given.named.get(str(name), NOTHING) if len(value) > 1 else NOTHING
                given.named[str(name)] = join(before, under_control(inner, item.controls))
            given.double_star = join(given.double_star, found.other_values)
        else:
            given.double_star = join(given.double_star, opaque(item.taint | UNKNOWN, item.controls))


def call_value(
    interp: Interpreter, function: Value, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Value:
    """Call whatever ``function`` may be."""
    interp.step()
    interp.weigh(state)
    result, returned = NOTHING, not function
    states: list[State] = []
    base = state.controls
    for item in function.values():
        inner = state
        if len(function) > 1:
            interp.step((len(state.cells) + len(state.heap)) // _CELLS_PER_STEP)
            inner = state.copy(merge_controls(base, item.controls))
        try:
            value = _call(interp, item, given, node, frame, inner)
        except NeverReturnsError as error:
            if len(function) == 1:
                raise
            interp.raises(error, inner)
            continue
        returned = True
        states.append(inner)
        result = join(result, under_control(value, item.controls))
    if not returned:
        raise NeverReturnsError
    if len(function) > 1 and states:
        met = join_states(states, base)
        state.cells, state.heap, state.cost = met.cells, met.heap, met.cost
    return result


def _call(
    interp: Interpreter, item: AbstractValue, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Value:
    payload = item.payload
    if isinstance(payload, Function):
        return run_function(interp, payload, given, node, frame, state)
    if isinstance(payload, Class):
        if find_in_class(interp, item, "__new__", None, state) is not None:
            interp.traces.stored(item, given.all, state)
        method = find_in_metaclass(interp, item, "__call__", state)
        if method is not None:
            return interp.call(method, given, node, frame, state)
        return instantiate(interp, item, given, node, frame, state)
    if isinstance(payload, External):
        if is_asked(payload.name):
            return _ask(interp, given, node, frame, state)
        if payload.name == "extraction":
            return _extract(interp, given, node, frame, state)
        interp.calls.outside.add(node)
        return library.call_external(interp, payload.name, given, node, frame, state)
    if isinstance(payload, Method) and payload.name == "__call__" and isinstance(payload.receiver.payload, Class):
        return instantiate(interp, payload.receiver, given, node, frame, state)
    if isinstance(payload, Method):
        interp.calls.outside.add(node)
        return call_method(interp, payload.receiver, payload.name, given, node, frame, state)
    if isinstance(payload, Partial):
        named = {**{name: single(value) for name, value in payload.named}, **given.named}
        positional = [single(value) for value in payload.positional] + given.positional
        merged = Arguments(positional, named, given.star, given.double_star)
        return interp.call(single(payload.function), merged, node, frame, state)
    if isinstance(payload, Attribute) and given.positional:
        if payload.name is None:
            return given.positional[0]
        if isinstance(payload.name, tuple):
            parts = [AbstractValue(Attribute(name, payload.is_item)) for name in payload.name]
            items = tuple(_call(interp, part, given, node, frame, state) for part in parts)
            return allocate(Sequence("tuple", items), node, frame.number, state)
        if payload.is_item:
            return _item_named(interp, given.positional[0], known(payload.name), node, frame, state)
        value = given.positional[0]
        for name in str(payload.name).split("."):
            value = attribute(interp, value, name, node, frame, state)
        return value
    if isinstance(payload, Reference):
        of = class_of(item, state)
        method = _special(interp, item, "__call__", state)
        if method is None and of is not None and is_agent(interp, of):
            method = _special(interp, item, "query", state) or single(AbstractValue(External("agent")))
        if method is not None:
            return interp.call(method, given, node, frame, state)
        found = state.heap[payload.place]
        if isinstance(found, Instance) and found.of.payload == External("functools.singledispatch"):
            return call_method(interp, item, "__call__", given, node, frame, state)
    if isinstance(payload, Constant):
        raise NeverReturnsError  # it cannot be called
    interp.calls.unknown.add(node)
    if not _is_undefined(node, frame):
        interp.give_up(state, node, "cannot tell what this calls")
    return unfollowed(interp, item.taint | UNKNOWN, given, node, frame, state)


def _is_undefined(node: ast.AST, frame: Frame) -> bool:
    """Whether it calls a name that nothing binds, so that it raises."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and frame.owner_of(node.func.id) is None


def _item_named(interp: Interpreter, value: Value, name: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """``itemgetter(name)(value)``."""

    def plain(rest: Value, inner: State) -> Value:
        return subscript(interp, rest, name, node, frame.number, inner)

    own = special(interp, value, SUBSCRIPT, [name], node, frame, state, plain)
    return plain(value, state) if own is None else own


def _special(interp: Interpreter, item: AbstractValue, name: str, state: State) -> Value | None:
    of = class_of(item, state)
    return None if of is None else find_in_class(interp, of, name, item, state)


def _ask(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    parts, taint = deep_parts(given.all, state)
    origins: frozenset[ast.AST] = frozenset().union(*[part.origins for part in parts if part.origins])
    controls = NO_CONTROL
    for part in parts:
        if part.controls:
            controls = merge_controls(controls, part.controls)
    if interp.iterating:
        interp.asked |= origins
    record = PromptRecord(node, tuple(given.all), taint, origins, controls)
    interp.prompts.setdefault(node, []).append(record)
    interp.touched |= SOLVER
    interp.sites.append(node)
    place = interp.place_of(node, frame)
    if place is not None:
        interp.calls.asking[place] = None
    state.cost = add(state.cost, ONE)
    if interp.counters:
        charge(state)
    made = SOLVER | interp.traces.of_response(node, frame.number, taint, controls, state)
    return opaque(made, symbol=open_text(node, interp.next_number()))


def _extract(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    taint, controls, sources = gathered(given.all, state)
    interp.touched |= taint
    taint = interp.traces.of_extraction(node, frame.number, taint, state)
    symbol = open_letter(node, interp.next_number()) if taint & SOLVER else None
    if len(given.all) != 1 or not all(is_open_text(item.symbol) for item in given.all[0].values()):
        interp.altered.add(node)
    return opaque(taint, controls, sources=sources, symbol=symbol)


def run_function(
    interp: Interpreter, function: Function, given: Arguments, site: ast.AST, caller: Frame | None, state: State
) -> Value:
    """Run a function of the program with these arguments.

    Raises:
        NeverReturnsError: no path of it returns.
    """
    node = function.node
    if site is not node:
        interp.enter(node, interp.place_of(site, caller))
    if node in interp.generators and site is not node:
        return suspend(interp, function, _class_of(interp, function), given, site, caller, state)
    begun = entered_before(interp, function, given, state)
    if begun is not None:
        return call_again(interp, begun, function, given, state)
    if isinstance(node, ast.AsyncFunctionDef) and site is not node and site not in interp.awaited:
        # what the coroutine raises, it raises where it is awaited
        made = interp.caught(lambda inner: _entered(interp, function, given, site, caller, inner), state)
        return made or interp.unknown()
    if node in interp.caching:
        return _remembered(function, _entered(interp, function, given, site, caller, state), state)
    return _entered(interp, function, given, site, caller, state)


def _remembered(function: Function, made: Value, state: State) -> Value:
    """What a cached function gives: the object that this call made, or one that an earlier call gave."""
    cell = (function.frame, f"<{function.node.lineno}:{function.node.col_offset}>.<cached>")
    if any(isinstance(item.payload, Reference) for item in made.values()) or cell in state.cells:
        made = state.cells[cell] = join(state.cells.get(cell, NOTHING), made)
    return made


def _entered(
    interp: Interpreter, function: Function, given: Arguments, site: ast.AST, caller: Frame | None, state: State
) -> Value:
    node = function.node
    if len(interp.stack) >= MAX_DEPTH:
        interp.lose(state, site)  # it may give back, and store, what none of its arguments holds
        return unfollowed(interp, UNKNOWN, given, site, caller or interp.frames[function.frame], state)
    key = None if node in interp.stack else key_of(interp, function, given)
    kept = None if key is None else interp.summaries.get(key)
    if kept is not None and kept.holds_in(state):
        interp.touched |= kept.touched
        state.cost = add(state.cost, kept.cost)
        return kept.value
    before = None if key is None else state.copy()
    context = interp.context(site, caller)
    if node in interp.caching:
        # a second call with the same arguments gives what the first gave
        context = interp.cached.setdefault((node, function.receiver, *_keys(given)), context)
    frame = interp.frame(node, interp.scope_of[node], interp.frames[function.frame], context)
    frame.owner = _class_of(interp, function)
    interp.entered.setdefault(node, frame)
    bind(interp, function, given, frame, state)
    attempts, handled = interp.attempts, interp.handled
    activation = Activation(function, tuple(given.all), frame, state.copy())

    def run(inner: State) -> tuple[Value | None, list[State]]:
        value, ways = _run(interp, node, site, frame, inner)
        interp.attempts, interp.handled = attempts, handled
        return value, ways

    interp.stack.append(node)
    interp.activations.append(activation)
    reached, recorded = interp.reached, len(interp.recorded)
    try:
        found, _ = run(state)
        if activation.calls:  # it calls itself: what the first try has met is met again
            interp.reached = reached
            del interp.recorded[recorded:]
            state.become(activation.start.copy())
            found = study(interp, activation, run, state)
    finally:
        interp.stack.pop()
        interp.activations.pop()
        interp.attempts, interp.handled = attempts, handled
    if found is None:
        raise NeverReturnsError
    if key is not None and before is not None and node not in interp.generators:
        summary = Summary.of(interp, function, found, before, state)
        if summary is not None:
            interp.summaries[key] = summary
    return found


def _run(
    interp: Interpreter, node: FunctionNode, site: ast.AST, frame: Frame, state: State
) -> tuple[Value | None, list[State]]:
    """Run the body of a function, from a state that becomes the one where its paths come together again.

    Gives the value, or nothing if no path returns; and the state of each path that returns.
    """
    base = state.controls
    frame.returns.clear()
    frame.yields = None
    _run_body(interp, node, frame, state)
    if frame.yields is not None or node in interp.generators:
        rest = frame.yields or NOTHING
        left = [state.copy(), *frame.paused.values(), *(record.state for record in frame.returns)]
        met = join_states(left, base)
        state.cells, state.heap, state.cost = met.cells, met.heap, met.cost
        frame.paused.clear()
        frame.returns.clear()
        return allocate(Sequence("iterator", None, rest), site, frame.number, state), [state.copy()]
    if not frame.returns:
        return None, []
    ways = [record.state.copy() for record in frame.returns]
    value = _returned(frame, state, base)
    if site is not node:  # what the entry returns is asked for later; the states of all else would only take memory
        frame.returns.clear()
        interp.leave(frame, state)
    return value, ways


def _keys(given: Arguments) -> Iterator[Hashable]:
    """What tells the arguments of one call from those of another: constants by what they are, wherever written."""
    for name, value in (*enumerate(given.positional), *given.named.items()):
        yield name, frozenset(item.payload if item.is_constant else key for key, item in value.items())


def _class_of(interp: Interpreter, function: Function) -> AbstractValue | None:
    frame = interp.frames[function.frame]
    return AbstractValue(Class(frame.node, frame.number)) if isinstance(frame.node, ast.ClassDef) else None


def _run_body(interp: Interpreter, node: FunctionNode, frame: Frame, state: State) -> None:
    if isinstance(node, ast.Lambda):
        try:
            value = interp.evaluate(node.body, frame, state)
        except NeverReturnsError as error:
            interp.raises(error, state.copy())
            return
        frame.returns.append(ReturnRecord(node, value, state))
        return
    end = interp.execute(node.body, frame, state.copy())
    if end is not None:
        frame.returns.append(ReturnRecord(node, known(None), end))


def _returned(frame: Frame, state: State, base: object) -> Value:
    """Where the paths of a function come together again: one value, and what it did to variables and objects."""
    cell = (frame.number, _RETURNED)
    states = []
    for record in frame.returns:
        inner = record.state.copy()
        value = record.value
        if isinstance(record.node, ast.Return):
            value = {key: item.after(record.node, "returned here") for key, item in value.items()}
        inner.cells[cell] = value
        states.append(inner)
    met = join_states(states, base)  # type: ignore[arg-type]
    value = met.cells.pop(cell)
    state.cells, state.heap, state.cost = met.cells, met.heap, met.cost
    return value
