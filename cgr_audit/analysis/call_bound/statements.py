"""Statements: each is run on every path that reaches it; where paths meet again, the larger cost is kept."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from cgr_audit.analysis.call_bound import calls, counters, objects, refine
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.bound_algebra import ONE, ZERO, Bound
from cgr_audit.analysis.call_bound.containers import item_of, put
from cgr_audit.analysis.call_bound.expressions import combine, evaluate, make_closure, set_attribute, store
from cgr_audit.analysis.call_bound.filtered import filtered, passing_test
from cgr_audit.analysis.call_bound.iteration import iterate
from cgr_audit.analysis.call_bound.iterator_classes import iterator_of, loop_over_object
from cgr_audit.analysis.call_bound.loops import run_loop
from cgr_audit.analysis.call_bound.machine import ListChanged, Machine, Sink
from cgr_audit.analysis.call_bound.sequences import elements
from cgr_audit.analysis.call_bound.shrinking import cost_of_shrinking
from cgr_audit.analysis.call_bound.state import State, cached, join_states
from cgr_audit.analysis.call_bound.values import (
    NONE,
    TOP,
    ClassOf,
    Closure,
    Frame,
    Outside,
    Range,
    Value,
    exactly,
    join,
)
from cgr_audit.analysis.flow.exceptions import catches, exits_process, swallows

__all__ = ["leave_with", "run"]

_KEEPING_DECORATORS = frozenset(
    {
        "builtins.classmethod", "builtins.property", "builtins.staticmethod", "contextlib.contextmanager",
        "dataclasses.dataclass", "functools.cache", "functools.cached_property", "functools.lru_cache",
        "functools.wraps",
    }
)  # fmt: skip
_DISPATCHING = frozenset({"functools.singledispatch", "functools.singledispatchmethod"})
_HOOKS = frozenset(
    {
        "__class_getitem__", "__delattr__", "__delete__", "__get__", "__getattr__", "__getattribute__",
        "__init_subclass__", "__instancecheck__", "__mro_entries__", "__prepare__", "__set__", "__set_name__",
        "__setattr__", "__subclasscheck__",
    }
)  # fmt: skip
"""Methods that Python calls where the text of a program shows no call."""
_META_CLASSES = frozenset({"builtins.type", "abc.ABCMeta", "enum.EnumMeta", "enum.EnumType"})
_UNROLLED = 8
_TESTS = (ast.BoolOp, ast.Call, ast.Compare, ast.UnaryOp)
"""Expressions that may be tests of numbers; all but calls give a truth value, or one that is tested for it."""


def run(machine: Machine, state: State | None, body: Sequence[ast.stmt], frame: Frame) -> State | None:
    """Run statements one after the other; gives the state after them, or nothing where control does not come there."""
    for place, statement in enumerate(body):
        if state is None or state.is_dead:
            return None
        machine.step()
        machine.may_raise(state)
        known = len(machine.begun)
        state = _statement(machine, state, statement, frame)
        if len(machine.begun) > known and state is not None and counters.any_kept(state, machine.begun[known:]):
            return _counting(machine, state, body[place + 1 :], frame)
    if state is None or state.is_dead:
        return None
    machine.may_raise(state)
    return state


def _counting(machine: Machine, state: State, body: Sequence[ast.stmt], frame: Frame) -> State | None:
    """Run what follows the beginning of a counter, and let the counter say how many calls it made."""
    if not body:
        return state
    label = (counters.Marker.BLOCK, body[0], frame.key)
    before = counters.mark(state, label)
    start = state.copy()
    outer, machine.sink = machine.sink, Sink()
    left = run(machine, state, body, frame)
    inner, machine.sink = machine.sink, outer
    for end in (left, *inner.states()):
        if end is not None:
            counters.limited(start, before, label, end)
    outer.merge(inner)
    return left


def _statement(machine: Machine, state: State, node: ast.stmt, frame: Frame) -> State | None:
    match node:
        case ast.Expr(value=value):
            evaluate(machine, state, value, frame)
            if exits_process(node, machine.scopes):
                machine.raises(state)
                return None
        case ast.Assign(targets=targets, value=value):
            held = evaluate(machine, state, value, frame)
            machine.moving = _counted(machine, targets, value) if machine.counters else None
            for target in targets:
                store(machine, state, target, held, frame)
            machine.moving = None
        case ast.AnnAssign(target=target, value=value):
            if value is not None:
                store(machine, state, target, evaluate(machine, state, value, frame), frame)
        case ast.AugAssign():
            _augmented(machine, state, node, frame)
        case ast.Return(value=value):
            leave_with(machine, state, value, frame)
            return None
        case ast.Raise(exc=exc, cause=cause):
            for part in (exc, cause):
                if part is not None:
                    _instantiate(machine, state, evaluate(machine, state, part, frame), part, frame)
            machine.raises(state)
            return None
        case ast.Break():
            machine.sink.breaks = join_states(machine.sink.breaks, state)
            return None
        case ast.Continue():
            machine.sink.continues = join_states(machine.sink.continues, state)
            return None
        case ast.If(test=test, body=body, orelse=orelse):
            limited = _limited(machine, state, node, frame)
            if limited is not None:
                return limited
            holds, fails = refine.branch(machine, state, test, frame)
            return join_states(run(machine, holds, body, frame), run(machine, fails, orelse, frame))
        case ast.While():
            return _with_breaks(machine, lambda: _while(machine, state, node, frame), node.orelse, frame)
        case ast.For() | ast.AsyncFor():
            return _with_breaks(machine, lambda: _for(machine, state, node, frame), node.orelse, frame)
        case ast.Try() | ast.TryStar():
            return _try(machine, state, node, frame)
        case ast.With() | ast.AsyncWith():
            return _with(machine, state, node, frame)
        case ast.Match():
            return _match(machine, state, node, frame)
        case ast.Assert(test=test, msg=message):
            holds, fails = refine.branch(machine, state, test, frame)
            if fails is not None:
                if message is not None:
                    evaluate(machine, fails, message, frame)
                machine.raises(fails)
            return holds
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            _define(machine, state, node, frame)
        case ast.ClassDef():
            return _class(machine, state, node, frame)
        case ast.Delete(targets=targets):
            for target in targets:
                _delete(machine, state, target, frame)
        case ast.Import() | ast.ImportFrom():
            _import(state, node, frame)
    return state


def leave_with(machine: Machine, state: State, value: ast.expr | None, frame: Frame) -> None:
    """Return a value; where the caller tests it, what is known when it is true apart from when it is not."""
    if frame.key in machine.tested and isinstance(value, _TESTS):
        holds, fails = refine.branch(machine, state, value, frame)
        ways = [(holds, Value(const=True)), (fails, Value(const=False))]
    else:
        ways = [(state, NONE if value is None else evaluate(machine, state, value, frame))]
    for way, held in ways:
        if way is not None:
            machine.may_raise(way)
        if way is not None and not way.is_dead:
            machine.sink.returns.append((way, held))


def _instantiate(machine: Machine, state: State, held: Value, node: ast.expr, frame: Frame) -> None:
    """``raise E`` makes an instance of ``E``."""
    classes = [part for part in held.callables if isinstance(part, ClassOf)]
    if classes:
        way = state.copy()
        calls.apply_all(machine, way, list(classes), Arguments(), _call_of(node), frame)
        state.become(join_states(state.copy(), way))


def _limited(machine: Machine, state: State, node: ast.If, frame: Frame) -> State | None:
    """``if n > most: n = most`` leaves the smaller of the two."""
    match node:
        case ast.If(
            test=ast.Compare(left=ast.Name(id=name) as left, ops=[operator], comparators=[limit]),
            body=[ast.Assign(targets=[ast.Name(id=same) as target], value=given)],
            orelse=[],
        ) if name == same and ast.dump(limit) == ast.dump(given):
            if not isinstance(operator, ast.Gt | ast.GtE | ast.Lt | ast.LtE):
                return None
            held = evaluate(machine, state, left, frame)
            other = evaluate(machine, state, limit, frame)
            if (
                held.number is None
                or other.number is None
                or held.unknown
                or other.unknown
                or held.mixed
                or other.mixed
            ):
                return None
            choose = refine.smallest if isinstance(operator, ast.Gt | ast.GtE) else refine.biggest
            store(machine, state, target, Value(number=choose(held.number, other.number)), frame)
            return state
    return None


def _with_breaks(
    machine: Machine, loop: Callable[[], State | None], orelse: list[ast.stmt], frame: Frame
) -> State | None:
    """Run a loop, its ``else`` where no ``break`` left it, and join the breaks after both."""
    outer, machine.sink = machine.sink, Sink()
    over = loop()
    inner, machine.sink = machine.sink, outer
    outer.take(inner)
    return join_states(run(machine, over, orelse, frame), inner.breaks)


def _for(machine: Machine, state: State, node: ast.For | ast.AsyncFor, frame: Frame) -> State | None:
    iterated = evaluate(machine, state, node.iter, frame)
    iterated = iterator_of(machine, state, iterated, node.iter, frame)
    machine.may_raise(state)
    if state.is_dead:
        return None

    def body(begun: State, value: Value) -> State | None:
        store(machine, begun, node.target, value, frame)
        return run(machine, begun, node.body, frame)

    over, is_object = loop_over_object(machine, state, node, (iterated, node.iter, frame), body)
    if is_object:
        return over
    source = elements(machine, state, iterated)
    test = passing_test(node.body)
    some = source if test is None else filtered(machine, state, node.target, test, node, source, frame)
    over = iterate(machine, state, node, some, body)
    if some is not source and over is not None:
        last = over.copy()
        store(machine, last, node.target, source.each, frame)
        return join_states(over, last)
    return over


def _while(machine: Machine, state: State, node: ast.While, frame: Frame) -> State | None:
    """Where the test counts towards something near, round by round; else as a loop without an iterable."""

    def attempt(begun: State) -> State | None:
        holds, fails = refine.branch(machine, begun, node.test, frame)
        machine.sink.exhausted = join_states(machine.sink.exhausted, fails)
        return run(machine, holds, node.body, frame)

    if machine.judged(node, _is_simple) and _unrolled(machine, state.copy(), attempt):
        return machine.sink.exhausted
    start = state.copy()

    def together(entry: State) -> Bound | None:
        return cost_of_shrinking(machine, start, entry, node, frame)

    run_loop(machine, state, node, None, lambda begun, _: attempt(begun), together=together)
    return machine.sink.exhausted


def _is_simple(_: Machine, node: ast.While) -> bool:
    """Whether a loop holds no other loop, and some test in it compares."""
    parts = [part for part in ast.walk(node) if part is not node]
    loops = (ast.While, ast.For, ast.AsyncFor, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    ordered = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
    return not any(isinstance(part, loops) for part in parts) and any(isinstance(part, ordered) for part in parts)


def _unrolled(machine: Machine, state: State, attempt: Callable[[State], State | None]) -> bool:
    """Run a few rounds one after the other; true where control certainly leaves the loop within them."""
    outer, machine.sink = machine.sink, Sink()
    current: State | None = state
    for _ in range(_UNROLLED + 1):
        if current is None:
            break
        machine.sink.continues = None
        current = join_states(attempt(current), machine.sink.continues)
    inner, machine.sink = machine.sink, outer
    if current is not None:
        return False
    outer.take(inner)
    outer.breaks = join_states(outer.breaks, inner.breaks)
    outer.exhausted = join_states(outer.exhausted, inner.exhausted)
    return True


def _try(machine: Machine, state: State, node: ast.Try | ast.TryStar, frame: Frame) -> State | None:
    """A handler may begin at any point of the body, so with all that the body can have cost."""
    outer, machine.sink = machine.sink, Sink()
    machine.catching += 1
    left = run(machine, state, node.body, frame)
    machine.catching -= 1
    raised, machine.sink.raised = machine.sink.raised, None
    done = run(machine, left, node.orelse, frame) if left is not None else None
    caught_all = False
    for handler in node.handlers:
        if raised is None or caught_all:
            break
        begun = raised.copy()
        if handler.type is not None:
            evaluate(machine, begun, handler.type, frame)
        if handler.name is not None:
            machine.assign(begun, machine.variable(handler.name, handler, frame) or (frame.key, handler.name), TOP)
        done = join_states(done, run(machine, begun, handler.body, frame))
        caught_all = catches(handler, None, machine.scopes) is True
    if raised is not None and not (caught_all and _catches_everything(node)):
        machine.sink.raised = join_states(machine.sink.raised, raised)
    inner, machine.sink = machine.sink, outer
    return _finally(machine, node.finalbody, done, inner, frame)


def _catches_everything(node: ast.Try | ast.TryStar) -> bool:
    return any(handler.type is None for handler in node.handlers)


def _finally(machine: Machine, body: list[ast.stmt], done: State | None, inner: Sink, frame: Frame) -> State | None:
    """Run the ``finally`` body on every way out of a ``try``."""
    sink = machine.sink
    sink.endless = join_states(sink.endless, inner.endless)
    for state, value in inner.returns:
        left = run(machine, state, body, frame) if body else state
        if left is not None:
            sink.returns.append((left, value))
    for name in ("raised", "breaks", "continues"):
        state = getattr(inner, name)
        if state is not None:
            left = run(machine, state, body, frame) if body else state
            setattr(sink, name, join_states(getattr(sink, name), left))
    return run(machine, done, body, frame) if body else done


def _with(machine: Machine, state: State, node: ast.With | ast.AsyncWith, frame: Frame) -> State | None:
    swallowing = any(swallows(item.context_expr, machine.scopes) for item in node.items)
    leaving: list[Closure] = []
    for item in node.items:
        manager = evaluate(machine, state, item.context_expr, frame)
        entered = objects.method_of(machine, state, manager, "__enter__")
        leaving += objects.method_of(machine, state, manager, "__exit__")
        value = manager
        is_known = isinstance(item.context_expr, ast.Call) and machine.scopes.qualified_name(item.context_expr.func)
        swallowing = swallowing or (manager.unknown and not is_known) or any(map(_may_swallow, leaving))
        if entered:
            arguments = Arguments()
            value = calls.apply_all(machine, state, list(entered), arguments, _call_of(item.context_expr), frame)
        if item.optional_vars is not None:
            store(machine, state, item.optional_vars, value, frame)
    outer, machine.sink = machine.sink, Sink()
    machine.catching += swallowing
    left = run(machine, state, node.body, frame)
    machine.catching -= swallowing
    inner, machine.sink = machine.sink, outer
    for way in dict.fromkeys((left, *inner.states())) if leaving else ():
        if way is not None:
            arguments = Arguments((TOP, TOP, TOP))
            calls.apply_all(machine, way, list(leaving), arguments, _call_of(node.items[0].context_expr), frame)
    if swallowing:
        left = join_states(left, inner.raised)
    return _finally(machine, [], left, inner, frame)


def _may_swallow(leaving: Closure) -> bool:
    """Whether an ``__exit__`` may give something true."""
    returned = [part.value for part in ast.walk(leaving.node) if isinstance(part, ast.Return)]
    return any(value is not None and not (isinstance(value, ast.Constant) and not value.value) for value in returned)


def _call_of(node: ast.expr) -> ast.Call:
    """A call to name where Python calls a special method of what ``node`` gives."""
    return node if isinstance(node, ast.Call) else ast.copy_location(ast.Call(node, [], []), node)


def _match(machine: Machine, state: State, node: ast.Match, frame: Frame) -> State | None:
    evaluate(machine, state, node.subject, frame)
    machine.may_raise(state)
    done: State | None = None
    going: State | None = state
    for case in node.cases:
        if going is None:
            break
        begun = going.copy()
        for part in ast.walk(case.pattern):
            if isinstance(part, ast.MatchClass) and _reads_property(machine, part):
                machine.give_up(begun, node, "a pattern reads a property that calls the solver")
                machine.give_up(going, node, "a pattern reads a property that calls the solver")
            name = getattr(part, "rest", None) if isinstance(part, ast.MatchMapping) else getattr(part, "name", None)
            if name is not None and isinstance(part, ast.pattern):
                scope = machine.scopes.of_node.get(frame.node, machine.scopes.module)
                found = scope.lookup(name)
                machine.assign(begun, machine.variable_in(found[0], name, frame) if found else None, TOP)
        is_open = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
        if case.guard is None:
            done = join_states(done, run(machine, begun, case.body, frame))
            going = None if is_open else going
            continue
        holds, fails = refine.branch(machine, begun, case.guard, frame)
        done = join_states(done, run(machine, holds, case.body, frame))
        going = fails if is_open else join_states(going, fails)
    return join_states(done, going)


def _reads_property(machine: Machine, pattern: ast.MatchClass) -> bool:
    """Whether an attribute that a class pattern reads may be a property that calls the solver."""
    found = {part.name for part in machine.reaching if isinstance(part, ast.FunctionDef) and part.decorator_list}
    return bool(found) and (bool(pattern.patterns) or not found.isdisjoint(pattern.kwd_attrs))


def _augmented(machine: Machine, state: State, node: ast.AugAssign, frame: Frame) -> None:
    """``target op= value``; a list is made longer in place."""
    target = node.target
    reading = ast.copy_location(_as_load(target), target)
    if isinstance(target, ast.Name):
        variable = machine.variable(target.id, target, frame)
        old = state.variables.get(variable, TOP) if variable is not None else TOP
    elif isinstance(target, ast.Attribute):
        holder = evaluate(machine, state, target.value, frame)
        old = objects.member(machine, state, holder, reading, frame)  # type: ignore[arg-type]
    else:
        holder = evaluate(machine, state, target.value, frame)
        key = evaluate(machine, state, target.slice, frame) if not isinstance(target.slice, ast.Slice) else TOP
        old = item_of(machine, state, holder, key)
    value = evaluate(machine, state, node.value, frame)
    if old.is_list:
        raise ListChanged
    if old.refs and isinstance(node.op, ast.Add | ast.BitOr):
        more = elements(machine, state, value)
        calls.append(machine, state, old, more.each, certain=isinstance(node.op, ast.Add), count=more.size)
        return
    new = combine(machine, state, old, node.op, value, node, frame)
    machine.moving = _step(node.op, value)
    if isinstance(target, ast.Subscript):
        put(machine, state, holder, key, new, may_be_there=False)
    elif isinstance(target, ast.Attribute):
        set_attribute(machine, state, holder, target.attr, new, target)
    else:
        machine.assign(state, variable, new)
    machine.moving = None


def _step(operator: ast.operator, value: Value) -> int | None:
    """By how much ``target += value`` moves its target."""
    step = None if value.number is None or value.unknown or value.mixed else value.number.integer
    if step is None or not isinstance(operator, ast.Add | ast.Sub):
        return None
    return step if isinstance(operator, ast.Add) else -step


def _counted(machine: Machine, targets: list[ast.expr], value: ast.expr) -> int | None:
    """By how much ``x = x + 1`` moves its target."""
    match targets, value:
        case [ast.Name() | ast.Attribute() as target], ast.BinOp(
            left=left, op=operator, right=ast.Constant(value=int())
        ):
            if getattr(target, "id", getattr(target, "attr", None)) not in machine.counters:
                return None
            if ast.unparse(target) == ast.unparse(left):
                return _step(operator, exactly(value.right.value))  # type: ignore[attr-defined]
    return None


def _as_load(target: ast.expr) -> ast.expr:
    if isinstance(target, ast.Attribute):
        return ast.Attribute(target.value, target.attr, ast.Load())
    return target


def _delete(machine: Machine, state: State, target: ast.expr, frame: Frame) -> None:
    if isinstance(target, ast.Attribute):
        evaluate(machine, state, target.value, frame)
        for ref, thing in state.things.items():
            if thing.fields is not None and cached(target.attr) in thing.fields:
                left = {name: value for name, value in thing.fields.items() if name != cached(target.attr)}
                state.things[ref] = thing._replace(fields=left)
    if isinstance(target, ast.Subscript):
        holder = evaluate(machine, state, target.value, frame)
        if holder.is_list:
            raise ListChanged
        calls.keep_namespaces(machine, state, holder)
        is_slice = isinstance(target.slice, ast.Slice)
        if not is_slice:
            machine.takes(state, [thing.size for _, thing in machine.things(state, holder)])
        for ref, thing in machine.things(state, holder):
            low = ZERO if is_slice else (thing.size - Range(ONE, ONE)).low
            low = low if low is not None and low.is_never_negative else ZERO
            shrunk = thing.size if is_slice else thing.size - Range(ONE, ONE)
            size = shrunk._replace(low=low, high=thing.size.high if is_slice else shrunk.high)
            if is_slice:
                size = size._replace(tag=None if size.tag is None else size.tag._replace(low=None))
            machine.change(
                state,
                Value(refs=frozenset({ref})),
                {ref: thing._replace(size=size, parts=None, fields=None, is_complete=False)},
            )


def _define(machine: Machine, state: State, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame) -> None:
    """Bind a function, as its decorators leave it."""
    value = Value(callables=frozenset({make_closure(machine, state, node, frame)}))
    for decorator in reversed(node.decorator_list):
        held = evaluate(machine, state, decorator, frame)
        name = machine.scopes.qualified_name(decorator.func if isinstance(decorator, ast.Call) else decorator)
        if name in _DISPATCHING:
            if not _is_harmless_generic(machine):
                machine.give_up(state, decorator, "which of its functions a generic function calls is not followed")
            value = TOP
            continue
        if name is None and objects.keep_setter(machine, state, node, decorator, value, frame):
            return
        if isinstance(decorator, ast.Attribute) and decorator.attr in {"setter", "deleter", "getter"}:
            machine.give_up(state, decorator, "what reading or assigning this property runs is not followed")
            continue
        if name in _KEEPING_DECORATORS or held.unknown or not held.callables:
            continue
        if any(isinstance(part, Outside) for part in held.callables):
            continue
        site = _call_of(decorator)
        value = calls.apply_value(machine, state, held, Arguments((value,)), site, frame)
    machine.assign(state, machine.variable(node.name, node, frame), value)


def _is_harmless_generic(machine: Machine) -> bool:
    """Whether no function that is registered with a generic one calls the solver, or changes anything."""
    functions: list[ast.FunctionDef | ast.AsyncFunctionDef] = [*machine.index.of(ast.FunctionDef)]
    functions += machine.index.of(ast.AsyncFunctionDef)
    for function in functions:
        names = {ast.unparse(part).partition("(")[0].rpartition(".")[2] for part in function.decorator_list}
        if names & {"register", "singledispatch", "singledispatchmethod"}:
            reached = machine.graph.reachable([function])
            if function in machine.reaching or not machine.changing.isdisjoint(reached):
                return False
    return True


def _class(machine: Machine, state: State, node: ast.ClassDef, frame: Frame) -> State | None:
    bases: list[ClassOf] = []
    for base in node.bases:
        held = evaluate(machine, state, base, frame)
        bases += [part for part in held.callables if isinstance(part, ClassOf)]
        if any(isinstance(part, Outside) and part.name in _META_CLASSES for part in held.callables):
            machine.give_up(state, node, "what a metaclass does to its classes is not followed")
    for keyword in node.keywords:
        held = evaluate(machine, state, keyword.value, frame)
        if keyword.arg == "metaclass" and not all(isinstance(part, Outside) for part in held.callables):
            machine.give_up(state, node, "what a metaclass does to its classes is not followed")
    for name in _HOOKS.intersection(machine.scopes.of_node[node].bindings):
        machine.give_up(state, node, f"Python calls {name} where no call is written")
    left = run(machine, state, node.body, frame)
    if left is None:
        return None
    value = Value(callables=frozenset({ClassOf(node, frame, tuple(bases))}))
    for decorator in reversed(node.decorator_list):
        held = evaluate(machine, left, decorator, frame)
        if held.callables and not held.unknown and not any(isinstance(part, Outside) for part in held.callables):
            value = calls.apply_value(machine, left, held, Arguments((value,)), _call_of(decorator), frame)
    machine.assign(left, machine.variable(node.name, node, frame), value)
    return left


def _import(state: State, node: ast.Import | ast.ImportFrom, frame: Frame) -> None:
    """A name that is imported means what the call graph says it means, so nothing else may be kept for it."""
    for alias in node.names:
        name = alias.asname or alias.name.partition(".")[0]
        variable = (frame.key, name)
        if variable in state.variables:
            state.variables[variable] = join(state.variables[variable], TOP)
