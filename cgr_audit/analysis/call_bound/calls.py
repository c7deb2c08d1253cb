"""Calls: of the solver, of the program's own functions and classes, and of what comes from outside."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from cgr_audit.analysis.call_bound import counters, expressions, outside, recursion, refine, statements
from cgr_audit.analysis.call_bound.bound_algebra import ONE, ZERO
from cgr_audit.analysis.call_bound.cost import Endless
from cgr_audit.analysis.call_bound.drawing import is_drawn_from, is_looped_over, toll_of
from cgr_audit.analysis.call_bound.machine import Machine, Sink
from cgr_audit.analysis.call_bound.sequences import elements
from cgr_audit.analysis.call_bound.state import State, cached, join_states
from cgr_audit.analysis.call_bound.values import (
    ABSENT,
    AGENT_MAKER,
    ANY_SIZE,
    NONE,
    SOLVER,
    TOP,
    BoundTo,
    ClassOf,
    Closure,
    Frame,
    Held,
    Namespace,
    Outside,
    Range,
    RecordOf,
    Thing,
    Value,
    join,
    join_all,
)
from cgr_audit.analysis.calls.callables import ASKING_METHODS
from cgr_audit.analysis.scopes import Function

__all__ = [
    "Arguments",
    "append",
    "apply",
    "apply_all",
    "apply_value",
    "assign_property",
    "bind",
    "call",
    "enter",
    "forget_assigned",
    "has_method",
    "keep_namespaces",
    "keep_setter",
    "member",
    "method_of",
    "part",
    "run_effects",
    "run_function",
]

_FOLLOWED_METHODS = frozenset({"__call__", "__enter__", "__exit__", "__init__", "__post_init__"})
_LOOPED_METHODS = _FOLLOWED_METHODS | {"__iter__", "__next__"}
_SOLVER_ONLY = frozenset({SOLVER})
_SETTER = "\0set "
_MAKER_ONLY = frozenset({AGENT_MAKER})
_KEEPING_NOTHING = frozenset({_SOLVER_ONLY, _MAKER_ONLY})
_AN_AGENT = Value(callables=_SOLVER_ONLY)
Return = tuple[State, Value]
"""A state in which a function returns, and what it returns."""
_ASKED = frozenset({SOLVER, AGENT_MAKER})
_OBJECTS = frozenset({"concurrent.futures.Executor"})
"""Names that stand for objects made outside the program, whose methods are known."""
_EFFECTS = (
    ast.Await, ast.BoolOp, ast.Call, ast.Compare, ast.DictComp, ast.GeneratorExp, ast.IfExp,
    ast.ListComp, ast.NamedExpr, ast.SetComp, ast.Yield, ast.YieldFrom,
)  # fmt: skip
"""Expressions that may call something, or that decide whether a part of them is evaluated."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one call."""

    positional: tuple[Value, ...] = ()
    named: tuple[tuple[str, Value], ...] = ()
    is_open: bool = False
    """Whether there may be more, by ``*`` or ``**`` of something unknown."""

    def get(self, place: int, name: str) -> Value | None:
        """An argument by place or name."""
        if place < len(self.positional):
            return self.positional[place]
        return dict(self.named).get(name)

    def after(self, given: tuple[Value, ...], named: tuple[tuple[str, Value], ...] = ()) -> Arguments:
        """The same with some put before."""
        own = dict(self.named)
        return Arguments((*given, *self.positional), tuple({**dict(named), **own}.items()), self.is_open)


def call(machine: Machine, state: State, node: ast.Call, frame: Frame) -> Value:
    """Evaluate a call expression."""
    callee = expressions.evaluate(machine, state, node.func, frame)
    if callee.callables in _KEEPING_NOTHING and not callee.unknown:
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            run_effects(machine, state, argument, frame)
        machine.may_raise(state)
        if callee.callables == _MAKER_ONLY:
            return _AN_AGENT
        machine.call_solver(state, node)
        machine.may_raise(state)
        return TOP
    arguments = _arguments(machine, state, node, frame)
    machine.may_raise(state)
    result = apply_value(machine, state, callee, arguments, node, frame)
    machine.may_raise(state)
    return result


def run_effects(machine: Machine, state: State, node: ast.expr, frame: Frame) -> None:
    """Evaluate what an expression does, where what it gives is of no interest: the solver, or a text, keeps nothing."""
    if isinstance(node, ast.Name | ast.Constant):
        return
    if isinstance(node, _EFFECTS) or (isinstance(node, ast.Attribute) and machine.graph.targets(node).functions):
        expressions.evaluate(machine, state, node, frame)
        return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            run_effects(machine, state, child, frame)


def _arguments(machine: Machine, state: State, node: ast.Call, frame: Frame) -> Arguments:
    positional: list[Value] = []
    named: dict[str, Value] = {}
    is_open = False
    for part in node.args:
        value = expressions.evaluate(machine, state, part, frame)
        if not isinstance(part, ast.Starred):
            positional.append(value)
            continue
        inner = elements(machine, state, value)
        if inner.parts is not None and not is_open:
            positional += inner.parts
        else:
            is_open = True
    for keyword in node.keywords:
        value = expressions.evaluate(machine, state, keyword.value, frame)
        if keyword.arg is not None:
            named[keyword.arg] = value
            continue
        things = machine.things(state, value)
        if len(things) == 1 and not value.unknown and things[0][1].fields is not None and things[0][1].is_complete:
            named.update(
                {str(name): held for name, held in (things[0][1].fields or {}).items() if not counters.is_slack(name)}
            )
        else:
            is_open = True
    return Arguments(tuple(positional), tuple(named.items()), is_open)


def apply_value(
    machine: Machine, state: State, callee: Value, arguments: Arguments, node: ast.Call, frame: Frame
) -> Value:
    """Call whatever a value may be."""
    held: list[Held] = sorted(callee.callables, key=repr) if len(callee.callables) > 1 else list(callee.callables)
    instances = method_of(machine, state, callee, "__call__")
    if callee.unknown or not (held or instances):
        return _by_graph(machine, state, arguments, node, frame)
    return apply_all(machine, state, [*held, *instances], arguments, node, frame)


def apply_all(
    machine: Machine, state: State, held: list[Held], arguments: Arguments, node: ast.Call, frame: Frame
) -> Value:
    """Call each of several, each from the same state; any of them may have been the one."""
    if len(held) == 1:
        return apply(machine, state, held[0], arguments, node, frame)
    results: list[Value] = []
    whole: State | None = None
    for one in held:
        way = state.copy()
        results.append(apply(machine, way, one, arguments, node, frame))
        whole = join_states(whole, way)
    state.become(whole)
    return join_all(results) or TOP


def apply(machine: Machine, state: State, held: Held, arguments: Arguments, node: ast.Call, frame: Frame) -> Value:
    """Call one thing."""
    match held:
        case Closure():
            return run_function(machine, state, held, arguments, node, frame)
        case ClassOf():
            return _construct(machine, state, held, arguments, node, frame)
        case RecordOf(names=names):
            return _record(machine, state, names, arguments, node, frame)
        case Outside(name=name):
            return outside.call_outside(machine, state, name, arguments, node, frame)
        case BoundTo(name=name, owner=owner):
            return outside.call_method(machine, state, name, owner, arguments, node, frame)
    if held == SOLVER:
        machine.call_solver(state, node)
        return TOP
    return Value(callables=frozenset({SOLVER})) if held == AGENT_MAKER else TOP


def _by_graph(machine: Machine, state: State, arguments: Arguments, node: ast.Call, frame: Frame) -> Value:
    """Call whatever the call graph says, where the value called is not known."""
    targets = machine.graph.targets(node)
    if targets.unknown:
        machine.give_up(state, node, "cannot tell what is called here")
    held: list[Held] = [SOLVER] if targets.is_solver else []
    for function in targets.functions:
        frames = machine.frames_of.get(function, set())
        known = next(iter(frames)) if len(frames) == 1 else None
        is_method = isinstance(machine.scopes.used_in[function].node, ast.ClassDef)
        held.append(Closure(function, known, given=(TOP,) if is_method and not _is_static(function) else ()))
    if targets.passed or targets.passes_solver:
        outside.pass_on(machine, state, node)
    outside.escape(machine, state, arguments)
    if not held:
        return TOP
    way = state.copy()
    results = apply_all(machine, state, held, arguments, node, frame)
    state.become(join_states(way, state.copy()))
    return join(TOP, results)


def _is_static(function: Function) -> bool:
    return any(
        isinstance(part, ast.Name) and part.id == "staticmethod" for part in getattr(function, "decorator_list", ())
    )


# The program's own functions


def run_function(
    machine: Machine, state: State, closure: Closure, arguments: Arguments, site: ast.AST, frame: Frame
) -> Value:
    """Run a function of the program where it is called."""
    arguments = arguments.after(closure.given, closure.named)
    node = closure.node
    if node in machine.active:
        return recursion.recur(machine, state, closure, arguments, site, frame)
    if machine.traits(node)[0] and isinstance(site, ast.Call) and machine.judged(site, is_drawn_from):
        return _generator(machine, state, closure, arguments, site, frame)
    whole = recursion.begin(machine, state, closure, arguments, frame)
    if whole is not None:
        return whole
    return enter(machine, state, closure, arguments, site, frame)


def enter(machine: Machine, state: State, closure: Closure, arguments: Arguments, site: ast.AST, frame: Frame) -> Value:
    """Run one activation of a function; ``arguments`` are complete."""
    activation, returns = _activated(machine, state, closure, arguments, site, frame)
    return _returned(machine, state, closure, activation, returns)


def _generator(
    machine: Machine, state: State, closure: Closure, arguments: Arguments, site: ast.Call, frame: Frame
) -> Value:
    """Call a generator that is drawn from one by one; it is run as a whole, unless only its elements have a bound."""
    way = state.copy()
    outer, machine.sink = machine.sink, Sink()
    value = enter(machine, way, closure, arguments, site, frame)
    inner, machine.sink = machine.sink, outer
    changing = machine.changing.isdisjoint(machine.graph.reachable([closure.node]))
    if isinstance(way.cost, Endless) and not isinstance(state.cost, Endless) and changing:
        drawn = _metered(machine, state, closure, arguments, site, frame, way.cost)
        if drawn is not None:
            return drawn
    outer.take_failures(inner)
    state.become(way)
    return value


def _metered(
    machine: Machine, state: State, closure: Closure, arguments: Arguments, site: ast.Call, frame: Frame, whole: Endless
) -> Value | None:
    """A generator without end, with what each of its elements costs; nothing where that has no bound."""
    begun = state.copy()
    begun.cost = ZERO
    counters.forget(begun)
    key = machine.frame(closure.node, closure.frame, frame, site).key
    outer, machine.sink = machine.sink, Sink()
    machine.metered.add(key)
    activation, returns = _activated(machine, begun, closure, arguments, site, frame)
    machine.metered.discard(key)
    inner, machine.sink = machine.sink, outer
    toll = toll_of([*(end for end, _ in returns), *inner.states()], whole)
    if toll is None:
        return None
    _returned(machine, begun, closure, activation, returns)
    given = [held.element for end, _ in returns for held in _yielded_by(machine, end, activation)]
    return Value(size=ANY_SIZE, element=join_all(given) or TOP, toll=toll)


def _yielded_by(machine: Machine, state: State, activation: Frame) -> list[Thing]:
    held = state.variables.get((activation.key, "\0yielded"), TOP)
    return [thing for _, thing in machine.things(state, held)]


def _returned(machine: Machine, state: State, closure: Closure, activation: Frame, returns: list[Return]) -> Value:
    """Go on in the caller with any of what an activation returned."""
    is_generator, has_inner = machine.traits(closure.node)
    result: Value | None = None
    whole: State | None = None
    for returned, value in returns:
        whole = join_states(whole, returned)
        result = value if result is None else join(result, value)
    if whole is None:
        state.is_dead = True
        return TOP
    if is_generator:
        result = whole.variables.get((activation.key, "\0yielded"), TOP)
    if not has_inner:
        whole.forget(activation.key)
    state.become(whole)
    return result or NONE


def _activated(
    machine: Machine, state: State, closure: Closure, arguments: Arguments, site: ast.AST, frame: Frame
) -> tuple[Frame, list[Return]]:
    """Run one activation of a function; gives the states in which it returns, each with what it returns."""
    node = closure.node
    activation = machine.frame(node, closure.frame, frame, site)
    if any(variable[0] == activation.key for variable in state.variables):
        machine.shared_frames.add(activation.key)
    bind(machine, state, closure, arguments, activation)
    machine.active.append(node)
    machine.activations.append(arguments)
    label = (counters.Marker.CALL, activation.key)
    marks = counters.mark(state, label) if machine.counters else {}
    start = state.copy() if marks else state
    catching_sink, machine.sink = machine.sink, Sink()
    if machine.traits(node)[0]:
        made = machine.make(state, node, activation, Thing("list", Range(ZERO, ZERO)))
        state.variables[(activation.key, "\0yielded")] = made
        machine.sink.returns.append((state.copy(), NONE))  # nothing may ever be asked of it
    left: State | None
    if isinstance(node, ast.Lambda):
        statements.leave_with(machine, state, node.body, activation)
        left = None
    else:
        left = statements.run(machine, state.copy(), node.body, activation)
    sink, machine.sink = machine.sink, catching_sink
    machine.active.pop()
    machine.activations.pop()
    if left is not None:
        sink.returns.append((left, NONE))
    if marks:
        for end in sink.states():
            counters.limited(start, marks, label, end)
    if sink.raised is not None and not machine.traits(node)[1]:
        sink.raised.forget(activation.key)
    machine.sink.take_failures(sink)
    return activation, sink.returns


def part(machine: Machine, state: State, node: ast.Call | ast.Attribute, frame: Frame) -> refine.Ways | None:
    """Call a function of the program whose result is tested: the states in which it is true, and in which it is false.

    Gives nothing, and leaves the state as it is, where it is not one function that is called, or not certainly.
    """
    if len(machine.graph.targets(node).functions) != 1:
        return None
    way = state.copy()
    closure = _tested_function(machine, way, node, frame)
    if closure is None or way.is_dead or closure.node in machine.active or machine.traits(closure.node)[0]:
        return None
    given = _arguments(machine, way, node, frame) if isinstance(node, ast.Call) else Arguments()
    machine.tested.add(machine.frame(closure.node, closure.frame, frame, node).key)
    machine.may_raise(way)
    arguments = given.after(closure.given, closure.named)
    activation, returns = _activated(machine, way, closure, arguments, node, frame)
    known = [(returned, value, refine.truth(machine, returned, value)) for returned, value in returns]
    ways: list[State | None] = []
    for truth in (True, False):
        some = [(returned.copy(), value) for returned, value, is_true in known if is_true in {truth, None}]
        for returned, _ in some:
            _learn(machine, returned, closure, activation, node, frame)
        after = state.copy()
        _returned(machine, after, closure, activation, some)
        machine.may_raise(after)
        ways.append(None if after.is_dead else after)
    return ways[0], ways[1]


def _learn(
    machine: Machine, state: State, closure: Closure, activation: Frame, node: ast.Call | ast.Attribute, frame: Frame
) -> None:
    """What tests inside a function say of a number that it was given is said of the caller's variable."""
    parameters = [*closure.node.args.posonlyargs, *closure.node.args.args][len(closure.given) :]
    given_here = node.args if isinstance(node, ast.Call) else []
    for given, parameter in zip(given_here, parameters, strict=False):
        variable = machine.variable(given.id, given, frame) if isinstance(given, ast.Name) else None
        if variable is None or variable[0] in machine.shared_frames:
            continue
        own, inner = state.variables.get(variable, TOP), state.variables.get((activation.key, parameter.arg), TOP)
        if own.number is None or inner.number is None or own.number.tag is None or own.mixed or inner.mixed:
            continue
        is_same = own.number.tag == inner.number.tag and own.number.tag.low == own.number.tag.high
        if is_same and own.number.tag.low is not None:
            state.variables[variable] = own._replace(number=inner.number)


def _tested_function(machine: Machine, state: State, node: ast.Call | ast.Attribute, frame: Frame) -> Closure | None:
    """The one function that a call calls, or that reading a property runs."""
    if isinstance(node, ast.Call):
        callee = expressions.evaluate(machine, state, node.func, frame)
        held = list(callee.callables)
        is_sure = not (callee.unknown or callee.mixed or callee.refs)
    else:
        base = expressions.evaluate(machine, state, node.value, frame)
        held = [*method_of(machine, state, base, node.attr)]
        is_sure = machine.only(base) is not None and all(
            isinstance(one, Closure) and _decorated(one, "property") for one in held
        )
    found = held[0] if len(held) == 1 and is_sure else None
    return found if isinstance(found, Closure) and not isinstance(found.node, ast.AsyncFunctionDef) else None


def bind(machine: Machine, state: State, closure: Closure, arguments: Arguments, activation: Frame) -> None:
    """Give the parameters of a function their values."""
    spec = closure.node.args
    defaults = dict(closure.defaults)
    positional = [*spec.posonlyargs, *spec.args]
    named = dict(arguments.named)
    for place, parameter in enumerate(positional):
        if place < len(arguments.positional):
            value = arguments.positional[place]
        elif parameter.arg in named:
            value = named.pop(parameter.arg)
        else:
            value = TOP if arguments.is_open else defaults.get(parameter.arg, TOP)
        machine.assign(state, (activation.key, parameter.arg), value)
    for parameter in spec.kwonlyargs:
        fallback = TOP if arguments.is_open else defaults.get(parameter.arg, TOP)
        machine.assign(state, (activation.key, parameter.arg), named.pop(parameter.arg, fallback))
    if spec.vararg is not None:
        rest = arguments.positional[len(positional) :]
        size = outside.exactly_range(len(rest))
        each = join_all(rest)
        value = Value(size=size, element=each, parts=rest) if not arguments.is_open else TOP
        machine.assign(state, (activation.key, spec.vararg.arg), value)
    if spec.kwarg is not None:
        size = outside.exactly_range(len(named))
        thing = Thing(
            "dict", size, join_all(named.values()), TOP, fields=dict(named), is_complete=not arguments.is_open
        )
        made = machine.make(state, spec.kwarg, activation, thing) if not arguments.is_open else TOP
        machine.assign(state, (activation.key, spec.kwarg.arg), made)


# Classes and objects


def _construct(
    machine: Machine, state: State, cls: ClassOf, arguments: Arguments, node: ast.Call, frame: Frame
) -> Value:
    looped = _LOOPED_METHODS if machine.judged(node, is_looped_over) else _FOLLOWED_METHODS
    if any(_is_special(machine, state, part, looped) for part in _linearized(cls)):
        machine.give_up(
            state,
            node,
            "a special method of this class calls the solver, or changes something, whenever Python calls it",
        )
    made = machine.make(state, node, frame, Thing("object", Range(ZERO, None), fields={}, cls=cls))
    methods = _lookup(state, cls, "__init__")
    if methods:
        apply_all(machine, state, [method._replace(given=(made,)) for method in methods], arguments, node, frame)
        return made
    names = [
        part.target.id
        for part in cls.node.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    ]
    for place, name in enumerate(names):
        value = arguments.get(place, name)
        if value is not None:
            for ref, thing in machine.things(state, made):
                state.things[ref] = thing._replace(fields={**(thing.fields or {}), name: value})
    afterwards = [method._replace(given=(made,)) for method in _lookup(state, cls, "__post_init__")]
    if afterwards:
        apply_all(machine, state, list(afterwards), Arguments(), node, frame)
    if cls.node.bases:
        outside.escape(machine, state, arguments)
    return made


def _linearized(cls: ClassOf) -> list[ClassOf]:
    """A class with all its bases."""
    found, seen = [cls], {cls}
    for part in found:
        for base in part.bases:
            if base not in seen:
                seen.add(base)
                found.append(base)
    return found


def _is_special(machine: Machine, state: State, cls: ClassOf, followed: frozenset[str]) -> bool:
    """Whether Python may call the solver or change something by itself, through a special method of a class."""
    for name in machine.scopes.of_node[cls.node].bindings:
        if not (name.startswith("__") and name.endswith("__")) or name in followed:
            continue
        held = state.variables.get((cls.frame.key, (name, cls.node)))
        for part in held.callables if held is not None else ():
            if part == SOLVER or (isinstance(part, Closure) and part.node in machine.reaching):
                return True
            if isinstance(part, Closure) and not machine.changing.isdisjoint(machine.graph.reachable([part.node])):
                return True
    return False


def keep_setter(
    machine: Machine, state: State, node: ast.FunctionDef | ast.AsyncFunctionDef, decorator: ast.expr, value: Value,
    frame: Frame,
) -> bool:  # fmt: skip
    """Keep what assigning a property runs, where that never reaches the solver and stands as a setter should."""
    match decorator:
        case ast.Attribute(value=ast.Name(id=name), attr="setter") if name == node.name:
            variable = machine.variable(name, node, frame)
            if node in machine.reaching or variable is None or not isinstance(variable[1], tuple):
                return False
            state.variables[variable[0], (_SETTER + name, variable[1][1])] = value
            return True
    return False


def assign_property(machine: Machine, state: State, holder: Value, name: str, value: Value, node: ast.AST) -> bool:
    """Run what assigning a property runs; false where an attribute is no property."""
    setters = method_of(machine, state, holder, _SETTER + name)
    for setter in setters:
        way = state.copy()
        run_function(machine, way, setter, Arguments((value,)), node, machine.root)
        state.become(way if len(setters) == 1 else join_states(state.copy(), way))
    return bool(setters)


def forget_assigned(machine: Machine, state: State, name: str) -> None:
    """A property of an unknown object is assigned: what its setter changes is not known."""
    for ref, thing in list(state.things.items()):
        if thing.cls is not None and _lookup(state, thing.cls, _SETTER + name):
            machine.forget_things(state, Value(refs=frozenset({ref})))


def keep_namespaces(machine: Machine, state: State, *changed: Value) -> None:
    """Give up where what is changed may be a dictionary of names."""
    for value in changed:
        for held in value.callables:
            if isinstance(held, Namespace):
                machine.give_up(state, held.node, "names are changed through the dictionary that holds them")


def has_method(machine: Machine, state: State, value: Value, *names: str) -> bool:
    """Whether what a value may be is of a class of the program that has one of these methods."""
    return any(
        thing.cls is not None and any(_class_attribute(state, thing.cls, name) is not None for name in names)
        for _, thing in machine.things(state, value)
    )


def _record(
    machine: Machine, state: State, names: tuple[str, ...], arguments: Arguments, node: ast.Call, frame: Frame
) -> Value:
    """A named tuple: its fields can be read by name, and it unpacks."""
    parts = tuple(arguments.get(place, name) or TOP for place, name in enumerate(names))
    if arguments.is_open:
        parts = tuple(TOP for _ in names)
    fields = dict(zip(names, parts, strict=True))
    thing = Thing("object", outside.exactly_range(len(names)), join_all(parts), parts=parts, fields=fields)
    return machine.make(state, node, frame, thing)


def _lookup(state: State, cls: ClassOf, name: str) -> list[Closure]:
    """The methods that a name may mean on a class: its own, else its bases'."""
    waiting, seen, methods = [cls], {cls}, list[Closure]()
    for part in waiting:
        held = state.variables.get((part.frame.key, (name, part.node)))
        if held is not None:
            methods += [method for method in held.callables if isinstance(method, Closure)]
            continue
        for base in part.bases:
            if base not in seen:
                seen.add(base)
                waiting.append(base)
    return methods


def method_of(machine: Machine, state: State, value: Value, name: str) -> list[Closure]:
    """The methods of the objects that a value may be, with ``self`` given."""
    found: list[Closure] = []
    for ref, thing in machine.things(state, value):
        if thing.kind == "object" and thing.cls is not None:
            own = Value(refs=frozenset({ref}))
            found += [method._replace(given=(own,)) for method in _lookup(state, thing.cls, name)]
    return found


def member(machine: Machine, state: State, base: Value, node: ast.Attribute, frame: Frame) -> Value:
    """Read an attribute of a value."""
    if node.attr == "__dict__":
        return Value(callables=frozenset({Namespace(node)}))
    if base.unknown:
        return TOP
    found: list[Value] = []
    for ref, thing in machine.things(state, base):
        if thing.kind != "object":
            found.append(Value(callables=frozenset({BoundTo(node.attr, Value(refs=frozenset({ref})))})))
        else:
            found.append(_member_of(machine, state, thing, Value(refs=frozenset({ref})), node, frame))
    for held in base.callables:
        if isinstance(held, ClassOf):
            methods = _lookup(state, held, node.attr)
            variable = state.variables.get((held.frame.key, (node.attr, held.node)))
            is_bound = any(_decorated(method, "classmethod") for method in methods)
            given = (Value(callables=frozenset({held})),) if is_bound else ()
            if methods:
                found.append(Value(callables=frozenset(method._replace(given=given) for method in methods)))
            else:
                found.append(variable or TOP)
        elif isinstance(held, Namespace):
            found.append(Value(callables=frozenset({BoundTo(node.attr, Value(callables=frozenset({held})))})))
        elif held in _ASKED and node.attr in ASKING_METHODS:
            found.append(Value(callables=_SOLVER_ONLY))
        elif isinstance(held, Outside) and held.name in _OBJECTS:
            found.append(Value(callables=frozenset({Outside(f"{held.name}.{node.attr}")})))
        elif node.attr == "__call__":
            found.append(Value(callables=frozenset({held})))
        else:
            found.append(TOP)
    if base.size is not None or base.number is not None or base.const is not ABSENT:
        found.append(Value(callables=frozenset({BoundTo(node.attr, base)})))
    return join_all(found) or TOP


def _member_of(machine: Machine, state: State, thing: Thing, own: Value, node: ast.Attribute, frame: Frame) -> Value:
    if thing.fields is not None and node.attr in thing.fields:
        return thing.fields[node.attr]
    if thing.cls is None:
        return TOP
    methods = _lookup(state, thing.cls, node.attr)
    if not methods:
        return _class_attribute(state, thing.cls, node.attr) or TOP
    if any(_decorated(method, "property") or _decorated(method, "cached_property") for method in methods):
        return _computed(machine, state, methods, own, node, frame)
    bound: list[Held] = []
    for method in methods:
        if _decorated(method, "staticmethod") or not isinstance(
            method.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
        ):
            bound.append(method)
        elif _decorated(method, "classmethod"):
            bound.append(method._replace(given=(Value(callables=frozenset({thing.cls})),)))
        else:
            bound.append(method._replace(given=(own, *method.given)))
    return Value(callables=frozenset(bound))


def _computed(
    machine: Machine, state: State, methods: list[Closure], own: Value, node: ast.Attribute, frame: Frame
) -> Value:
    """Read a property; what a cached one gives is kept in its object."""
    ref, kept = machine.only(own), cached(node.attr)
    known = None if ref is None or ref not in state.things else (state.things[ref].fields or {}).get(kept)
    if known is not None:
        return known
    results = [
        run_function(machine, state, method._replace(given=(own,)), Arguments(), node, frame) for method in methods
    ]
    result = join_all(results) or TOP
    if len(methods) == 1 and _decorated(methods[0], "cached_property") and ref is not None and ref in state.things:
        thing = state.things[ref]
        state.things[ref] = thing._replace(fields={**(thing.fields or {}), kept: result})
    return result


def _class_attribute(state: State, cls: ClassOf, name: str) -> Value | None:
    held = state.variables.get((cls.frame.key, (name, cls.node)))
    if held is not None:
        return held
    return next((found for base in cls.bases if (found := _class_attribute(state, base, name)) is not None), None)


def _decorated(method: Closure, name: str) -> bool:
    decorators = getattr(method.node, "decorator_list", ())
    return any(getattr(part, "id", getattr(part, "attr", None)) == name for part in decorators)


def append(
    machine: Machine, state: State, holder: Value, value: Value, *, certain: bool = True, count: Range | None = None
) -> None:
    """Put a value, or ``count`` of such, at the end of a list; a set may have held it already."""
    grown = Range(ONE, ONE) if count is None else count
    if not certain:
        grown = Range(ZERO, grown.high)
    changed = {}
    for ref, thing in machine.things(state, holder):
        each = value if thing.element is None else join(thing.element, value)
        parts = (
            (*thing.parts, value)
            if thing.parts is not None and count is None and certain and len(thing.parts) < 64
            else None
        )
        changed[ref] = thing._replace(size=thing.size + grown, element=each, parts=parts)
    machine.change(state, holder, changed)
