"""Expressions: what they give, and what evaluating them costs."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound import arithmetic, calls, comprehensions, objects, operations, refine, targets
from cgr_audit.analysis.call_bound.arithmetic import fold_floats
from cgr_audit.analysis.call_bound.containers import (
    dict_display,
    item_of,
    list_display,
    slice_of,
    tuple_display,
)
from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.readings import unchanged
from cgr_audit.analysis.call_bound.sequences import MODULE_CONSTANTS, elements
from cgr_audit.analysis.call_bound.state import State, join_states
from cgr_audit.analysis.call_bound.values import (
    AGENT_MAKER,
    NONE,
    SOLVER,
    TOP,
    Closure,
    Frame,
    Outside,
    Range,
    Thing,
    Value,
    exactly,
    held_in,
    join,
    join_all,
    limited,
    sequence,
    text,
)
from cgr_audit.analysis.calls.callables import Agent, Factory, Solver, SolverModule
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, constant

__all__ = ["combine", "evaluate", "make_closure"]

_TEXT = text()
_HELD_PER_STEP = 32
"""How many values in another are looked at in the time of a step."""
_KEPT = (str, bool, float)
_RUNNER = "the runner"
"""Stands, in dotted names, for what provides the helpers that do not call the solver."""


def evaluate(machine: Machine, state: State, node: ast.expr, frame: Frame) -> Value:
    """Evaluate an expression in a state, which it changes."""
    machine.step()
    value = limited(_evaluated(machine, state, node, frame))
    machine.step(held_in(value) // _HELD_PER_STEP)
    return value


def _evaluated(machine: Machine, state: State, node: ast.expr, frame: Frame) -> Value:
    match node:
        case ast.Constant(value=value):
            return _constant(value)
        case ast.Name():
            return unchanged(machine, state, _name(machine, state, node, frame), node)
        case ast.Call():
            return calls.call(machine, state, node, frame)
        case ast.Attribute():
            return unchanged(machine, state, _attribute(machine, state, node, frame), node)
        case ast.Subscript():
            return unchanged(machine, state, _subscript(machine, state, node, frame), node)
        case ast.List(elts=parts) | ast.Set(elts=parts):
            return list_display(machine, state, node, parts, frame)
        case ast.Tuple(elts=parts):
            return tuple_display(machine, state, parts, frame)
        case ast.Dict():
            return dict_display(machine, state, node, frame)
        case ast.BinOp():
            return _binary(machine, state, node, frame)
        case ast.UnaryOp(op=operator, operand=operand):
            inner = evaluate(machine, state, operand, frame)
            if isinstance(operator, ast.USub) and inner.number is not None:
                return Value(number=Range(ZERO, ZERO) - inner.number)
            if isinstance(operator, ast.USub) and isinstance(inner.const, float):
                return Value(const=-inner.const)
            truth = refine.truth(machine, state, inner) if isinstance(operator, ast.Not) else None
            return TOP if truth is None else Value(const=not truth)
        case ast.Compare(left=left, comparators=others):
            for part in (left, *others):
                evaluate(machine, state, part, frame)
            return TOP
        case ast.BoolOp() | ast.IfExp():
            return _choice(machine, state, node, frame)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            return comprehensions.comprehension(machine, state, node, frame)
        case ast.Lambda():
            return Value(callables=frozenset({make_closure(machine, state, node, frame)}))
        case ast.NamedExpr(target=target, value=given):
            inner = evaluate(machine, state, given, frame)
            targets.store(machine, state, target, inner, frame)
            return inner
        case ast.Await(value=given) | ast.Starred(value=given):
            return evaluate(machine, state, given, frame)
        case ast.Yield(value=yielded):
            inner = NONE if yielded is None else evaluate(machine, state, yielded, frame)
            _yielded(machine, state, inner, Range(ONE, ONE), frame)
            return TOP
        case ast.YieldFrom(value=given):
            found = elements(machine, state, evaluate(machine, state, given, frame))
            _yielded(machine, state, found.each, found.size, frame)
            return TOP
        case _:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    calls.run_effects(machine, state, child, frame)
            return _TEXT if isinstance(node, ast.JoinedStr) else TOP


def _constant(value: object) -> Value:
    if value is None or isinstance(value, _KEPT):
        return Value(const=value)
    return exactly(value) if isinstance(value, int) else TOP


def _name(machine: Machine, state: State, node: ast.Name, frame: Frame) -> Value:
    if node.id == "__name__":
        return Value(const="__main__" if machine.contract.entry.kind == "script" else "program")
    variable = machine.variable(node.id, node, frame)
    value = None if variable is None else state.variables.get(variable)
    held = machine.graph.callables(node)
    if value is not None and not held:
        return value
    if variable is not None and variable[0] == 0:
        runners = [part for part in held if isinstance(part, Solver | Factory)]
        if runners:
            own = Value(callables=frozenset({SOLVER if isinstance(part, Solver) else AGENT_MAKER for part in runners}))
            return own if value is None else join(value, own)
    if value is not None:
        return value
    provided = _provided(held)
    if provided is not None:
        return provided
    name = machine.scopes.qualified_name(node)
    if name is None and variable is None and node.id in machine.contract.extraction.functions:
        name = f"{_RUNNER}.{node.id}"
    return Value(callables=frozenset({Outside(name)})) if name is not None else TOP


def _provided(held: frozenset[object]) -> Value | None:
    """The runner's own helpers and factories, where a name can mean nothing else."""
    if held and all(isinstance(value, Solver | Agent) for value in held):
        return Value(callables=frozenset({SOLVER}))
    if held and all(isinstance(value, Factory) for value in held):
        return Value(callables=frozenset({AGENT_MAKER}))
    return None


def make_closure(
    machine: Machine, state: State, node: ast.Lambda | ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame
) -> Closure:
    """A function value, with its defaults as they are now."""
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = []
    for parameter, default in zip(
        positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True
    ):
        defaults.append((parameter.arg, evaluate(machine, state, default, frame)))
    for parameter, keyword in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if keyword is not None:
            defaults.append((parameter.arg, evaluate(machine, state, keyword, frame)))
    machine.frames_of.setdefault(node, set()).add(frame)
    return Closure(node, frame, tuple(defaults))


def _attribute(machine: Machine, state: State, node: ast.Attribute, frame: Frame) -> Value:
    name = machine.scopes.qualified_name(node)
    if name is not None and name in MODULE_CONSTANTS:
        return Value(const=MODULE_CONSTANTS[name])
    held = machine.graph.callables(node)
    if any(isinstance(value, SolverModule) for value in machine.graph.callables(node.value)):
        provided = _provided(held)
        if provided is not None:
            return provided
    base = evaluate(machine, state, node.value, frame)
    if name is not None and "__dict__" not in name:
        return Value(callables=frozenset({Outside(name)}))
    return objects.member(machine, state, base, node, frame)


def _subscript(machine: Machine, state: State, node: ast.Subscript, frame: Frame) -> Value:
    base = evaluate(machine, state, node.value, frame)
    if isinstance(node.slice, ast.Slice):
        found = operations.operate(machine, state, (base, node.value), "__getitem__", (TOP,), node, frame)
        return slice_of(machine, state, base, node.slice, frame) if found is None else found
    key = evaluate(machine, state, node.slice, frame)
    found = operations.operate(machine, state, (base, node.value), "__getitem__", (key,), node, frame)
    return item_of(machine, state, base, key) if found is None else found


def _binary(machine: Machine, state: State, node: ast.BinOp, frame: Frame) -> Value:
    left = evaluate(machine, state, node.left, frame)
    right = evaluate(machine, state, node.right, frame)
    sides = ((left, node.left), (right, node.right))
    found = operations.operate_with(machine, state, sides[0], node.op, sides[1], node, frame)
    return combine(machine, state, left, node.op, right, node, frame) if found is None else found


def combine(
    machine: Machine, state: State, left: Value, operator: ast.operator, right: Value, node: ast.AST, frame: Frame
) -> Value:
    """The result of a binary operator."""
    if isinstance(left.const, str) and isinstance(operator, ast.Add) and isinstance(right.const, str):
        return Value(const=left.const + right.const) if len(left.const) + len(right.const) < 500 else text()
    if isinstance(left.const, str) and isinstance(operator, ast.Mult):
        return _written_again(left.const, right)
    if isinstance(right.const, str) and isinstance(operator, ast.Mult):
        return _written_again(right.const, left)
    if isinstance(operator, ast.Add) and (left.refs or right.refs or (left.size and right.size)):
        one, other = elements(machine, state, left), elements(machine, state, right)
        parts = (*one.parts, *other.parts) if one.parts is not None and other.parts is not None else None
        size, each = one.size + other.size, join(one.each, other.each)
        if left.unknown or right.unknown:
            return TOP
        if left.refs or right.refs:
            return machine.make(state, node, frame, Thing("list", size, each, parts=parts))
        return sequence(size, each, parts)
    if isinstance(operator, ast.Mult) and (left.refs or left.parts or right.refs):
        times, base = (right, left) if right.number is not None else (left, right)
        whole = elements(machine, state, base)
        if times.number is None:
            return TOP
        product = arithmetic.multiplied(whole.size, times.number)
        size = Range(ZERO if product.low is None else product.low, product.high)
        count = times.number.integer
        parts = (
            whole.parts * count
            if whole.parts is not None and count is not None and 0 <= count * len(whole.parts) <= 64
            else None
        )
        if base.refs:
            return machine.make(state, node, frame, Thing("list", size, whole.each, parts=parts))
        return sequence(size, whole.each, parts)
    if left.number is not None and right.number is not None and not left.unknown and not right.unknown:
        held = arithmetic.calculated(left.number, operator, right.number)
        if held is None:
            return fold_floats(left, operator, right) or TOP
        return Value(number=held)
    if isinstance(operator, ast.Mod) and right.number is not None and right.number.high is not None and left.number:
        return Value(number=Range(ZERO, right.number.high - ONE))
    folded = fold_floats(left, operator, right)
    if folded is not None:
        return folded
    is_text = isinstance(left.const, str) or isinstance(right.const, str)
    return text() if is_text and isinstance(operator, ast.Add | ast.Mod | ast.Mult) else TOP


def _written_again(written: str, times: Value) -> Value:
    """A constant text so many times over."""
    if times.number is None or times.unknown or times.mixed:
        return text()
    count = times.number.integer
    if count is not None and len(written) * max(count, 0) < 500:
        return Value(const=written * count)
    product = arithmetic.multiplied(Range(constant(len(written)), constant(len(written))), times.number)
    return Value(size=Range(ZERO, product.high if product.low is not None and product.low.is_never_negative else None))


def _choice(machine: Machine, state: State, node: ast.BoolOp | ast.IfExp, frame: Frame) -> Value:
    """``a if test else b``, ``a or b``, ``a and b``: only the part that is chosen is evaluated."""
    if isinstance(node, ast.IfExp):
        holds, fails = refine.branch(machine, state, node.test, frame)
        values = []
        for way, part in ((holds, node.body), (fails, node.orelse)):
            if way is not None:
                values.append(evaluate(machine, way, part, frame))
        state.become(join_states(holds, fails))
        return join_all(values) or TOP
    stops_on = isinstance(node.op, ast.Or)
    left: list[State] = []
    values = []
    current: State | None = state.copy()
    for place, part in enumerate(node.values):
        if current is None:
            break
        value = evaluate(machine, current, part, frame)
        if place == len(node.values) - 1:
            values.append(value)
            left.append(current)
            break
        truth = refine.truth(machine, current, value)
        if truth is not (not stops_on):
            values.append(value)
            left.append(current.copy())
        current = None if truth is stops_on else current
    whole: State | None = None
    for way in left:
        whole = join_states(whole, way)
    state.become(whole)
    return join_all(values) or TOP


def _yielded(machine: Machine, state: State, value: Value, size: Range, frame: Frame) -> None:
    """Add to what the running generator gives; it may be left here, with no more asked of it."""
    variable = (frame.key, "\0yielded")
    held = state.variables.get(variable)
    if held is not None:
        for ref, thing in machine.things(state, held):
            each = value if thing.element is None else join(thing.element, value)
            state.things[ref] = Thing("list", thing.size + size, each)
        machine.sink.returns.append((state.copy(), NONE))
        if frame.key in machine.metered:
            state.cost, state.has_yielded = ZERO, True
