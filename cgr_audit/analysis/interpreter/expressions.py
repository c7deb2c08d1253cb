"""What each kind of expression is worth."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from cgr_audit.analysis import pure, pure_calls
from cgr_audit.analysis.domains.intervals import (
    ANY_SIZE,
    EMPTY,
    Interval,
    calculated,
    decided,
    largest_of,
)
from cgr_audit.analysis.domains.polynomials import ZERO
from cgr_audit.analysis.interpreter.arguments import Arguments, gathered
from cgr_audit.analysis.interpreter.attributes import attribute, instance_of_namespace, snapshot
from cgr_audit.analysis.interpreter.binding import keep_defaults
from cgr_audit.analysis.interpreter.calls import call_expression
from cgr_audit.analysis.interpreter.conditions import (
    Condition,
    asks_for_failure,
    condition_of,
    has_effect,
    question_of,
    test,
)
from cgr_audit.analysis.interpreter.displays import comprehension, dictionary, generator_expression, sequence
from cgr_audit.analysis.interpreter.draws import materialized, yield_from
from cgr_audit.analysis.interpreter.folding import combined, folded
from cgr_audit.analysis.interpreter.generators import is_suspended, yield_value
from cgr_audit.analysis.interpreter.heap import (
    allocate,
    concretize,
    constants_of,
    deep_controls,
    deep_taint,
    elements_of,
    held,
    length_of,
    sequence_of,
    truth_of,
)
from cgr_audit.analysis.interpreter.interpreter import Exhausted, Frame, Interpreter, NeverReturnsError
from cgr_audit.analysis.interpreter.library import calls as library
from cgr_audit.analysis.interpreter.library.constructors import update
from cgr_audit.analysis.interpreter.library.enumerations import member_named, members_of
from cgr_audit.analysis.interpreter.library.escape import inherits_methods, unfollowed
from cgr_audit.analysis.interpreter.library.lazy import drawn_until
from cgr_audit.analysis.interpreter.library.methods import is_view
from cgr_audit.analysis.interpreter.narrowing import narrow_subscripted
from cgr_audit.analysis.interpreter.objects import MAX_ITEMS, Mapped, Sequence, held_by
from cgr_audit.analysis.interpreter.refinement import is_identical, refine
from cgr_audit.analysis.interpreter.special_methods import (
    FORMAT,
    SUBSCRIPT,
    TEXT,
    all_written,
    compared,
    iterator_of,
    operated,
    special,
    written,
)
from cgr_audit.analysis.interpreter.state import State, become_one_of, join_states
from cgr_audit.analysis.interpreter.subscripts import subscript, without_some
from cgr_audit.analysis.interpreter.traces import FIRST_TRACE
from cgr_audit.analysis.interpreter.values import (
    FALSE,
    ITEM,
    NO_CONTROL,
    NOTHING,
    OPAQUE,
    TRUTH,
    UNKNOWN,
    AbstractValue,
    Class,
    Constant,
    ControlDependence,
    External,
    Function,
    Reference,
    Value,
    controls_of,
    interval_of,
    join,
    known,
    merge_controls,
    opaque,
    single,
    taint_of,
    taint_of_choice,
    under_control,
)

__all__ = ["as_value", "binary", "compare", "evaluate", "item_of"]

_HELD_PER_STEP = 32
"""How many elements of an object are looked at in the time of a step."""


def evaluate(interp: Interpreter, node: ast.expr, frame: Frame, state: State) -> Value:
    """The value of an expression; what it does to variables and objects is done to ``state``.

    Raises:
        NeverReturnsError: it raises, or never ends, on this path.
        Exhausted: the budget is spent.
    """
    interp.steps += 1
    if interp.steps > interp.most_steps:
        raise Exhausted
    kind = type(node)
    if kind is ast.Constant:  # always the same
        value = interp.last.get(node)
        if value is None:
            value = interp.last[node] = known(node.value, node)  # type: ignore[attr-defined]
        return value
    handler = _HANDLERS.get(kind)
    value = interp.unknown() if handler is None else handler(interp, node, frame, state)
    interp.last[node] = value
    met = interp.argument_payloads.get(node)
    for item in value.values():
        payload = item.payload
        if type(payload) is Reference:
            interp.step(held_by(state.heap[payload.place]) // _HELD_PER_STEP)
        if met is not None:
            met[payload] = None
    return value


def _name(interp: Interpreter, node: ast.Name, frame: Frame, state: State) -> Value:
    owner = frame.owner_of(node.id) or frame.module
    value = state.cells.get((owner.number, node.id))
    if value is not None:
        return value
    return library.external(interp, node.id) if owner.parent is None else interp.unknown()


def _binary(interp: Interpreter, node: ast.BinOp, frame: Frame, state: State) -> Value:
    interp.on_the_spot.update(part for part in (node.left, node.right) if is_view(part))
    first = {0: interp.evaluate(node.left, frame, state)}
    right = held(node.right, frame.number, state, lambda: interp.evaluate(node.right, frame, state), first)
    left = first[0]
    if interp.traces.unchecked and isinstance(node.op, ast.BitAnd | ast.Sub):
        interp.traces.check(deep_taint(left, state) if _are_sequences(left, state) else 0)  # sets: what is kept
    if interp.traces.raw and isinstance(node.op, ast.BitAnd):
        interp.traces.shared(node, (left, right), state)
    return binary(interp, node.op, left, right, node, frame, state)


def binary(
    interp: Interpreter, op: ast.operator, left: Value, right: Value, node: ast.AST, frame: Frame, state: State
) -> Value:
    """``left op right``."""
    if interp.has_instances:
        own = operated(
            interp, op, left, right, node, frame, state,
            lambda one, other, inner: _plain_binary(interp, op, one, other, node, frame, inner),
        )  # fmt: skip
        if own is not None:
            return own
        if isinstance(op, ast.Mod):
            right = all_written(interp, right, node, frame, state)
    return _plain_binary(interp, op, left, right, node, frame, state)


def _plain_binary(
    interp: Interpreter, op: ast.operator, left: Value, right: Value, node: ast.AST, frame: Frame, state: State
) -> Value:
    if any(inherits_methods(interp, item, state) for item in (left | right).values()):
        return unfollowed(interp, UNKNOWN, Arguments([left, right]), node, frame, state)
    if isinstance(op, ast.Add) and _are_sequences(left, state) and _are_sequences(right, state):
        return _concatenated(left, right, node, frame, state)
    if isinstance(op, ast.Sub) and _are_sequences(left, state) and _are_sequences(right, state):
        return _difference(interp, left, right, node, frame, state)
    if isinstance(op, ast.Mult):
        for one, other in ((left, right), (right, left)):
            if _are_sequences(one, state) and len(one) == 1:
                return _repeated(one, other, node, frame, state)
            if any(item.payload == Constant(int, 0) for item in other.values()) and len(other) == 1 and len(one) == 1:
                item = next(iter(one.values()))
                if item.taint and item.payload == OPAQUE and item.number is None:
                    return known("", node)  # text times nothing, whatever the text says
    if isinstance(op, ast.BitOr) and _are_mappings(left, state) and _are_mappings(right, state):
        return _merged(left, right, node, frame, state)
    interp.put_together((left, right))
    made = combined(
        lambda one, other: pure.binary(op, one, other), (left, right), node, frame.number, state, looks_away=True
    )
    if isinstance(op, ast.Mult):
        for one, other in ((left, right), (right, left)):
            size, times = _size_of(one), interval_of(other)
            if size is not None and times is not None:  # the elements of the item, written again
                grown = calculated(size, op, largest_of(times, EMPTY))
                return {key: item.measured(item.number, grown) for key, item in made.items()}
    return _with_number(made, op, left, right)


def _size_of(value: Value) -> Interval | None:
    """How many elements a value that is not an object of the heap has."""
    (item,) = value.values() if len(value) == 1 else (None,)
    return None if item is None else item.size


def _with_number(made: Value, op: ast.operator, left: Value, right: Value) -> Value:
    """What an operator makes, where that is a computed number, with its interval."""
    one, other = interval_of(left), interval_of(right)
    if one is None or other is None or any(item.is_constant for item in made.values()):
        return made
    number = calculated(one, op, other)
    return {key: item.measured(number) for key, item in made.items()}


def _are_mappings(value: Value, state: State) -> bool:
    return bool(value) and all(
        isinstance(item.payload, Reference) and isinstance(state.heap[item.payload.place], Mapped)
        for item in value.values()
    )


def _merged(left: Value, right: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """``left | right`` of two dictionaries."""
    made = allocate(Mapped({}, {}), node, frame.number, state)
    (copy,) = made.values()
    update(copy, left, state)
    update(copy, right, state)
    return made


def _are_sequences(value: Value, state: State) -> bool:
    return bool(value) and all(
        isinstance(item.payload, Reference) and isinstance(state.heap[item.payload.place], Sequence)
        for item in value.values()
    )


def _repeated(value: Value, times: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """``[element] * number``."""
    item = next(iter(value.values()))
    found = sequence_of(item, state)
    constants = constants_of(times)
    if found.items is not None and constants is not None and len(constants) == 1 and type(constants[0]) is int:
        items = found.items * min(max(constants[0], 0), MAX_ITEMS + 1)
        if len(items) <= MAX_ITEMS:
            items = tuple(under_control(part, item.controls) for part in items)
            return allocate(Sequence(found.kind, items), node, frame.number, state)
    size = found.size | deep_taint(times, state) | taint_of_choice(times)
    always_once = bool(constants) and all(isinstance(number, int) and number > 0 for number in constants or ())
    least = int((found.shortest > 0 and taint_of(times) == ITEM) or always_once)
    rest = under_control(found.any, merge_controls(item.controls, controls_of(times)))
    count = interval_of(times)
    extent = calculated(found.length, ast.Mult(), largest_of(count, EMPTY)) if count is not None else None
    made = Sequence(found.kind, None, rest, least, size, extent=extent or ANY_SIZE)
    return allocate(made, node, frame.number, state)


def _concatenated(left: Value, right: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    if len(left) == 1 and len(right) == 1:
        one, other = next(iter(left.values())), next(iter(right.values()))
        first, second = sequence_of(one, state), sequence_of(other, state)
        if first.items is not None and second.items is not None:
            items = [under_control(item, one.controls) for item in first.items]
            items += [under_control(item, other.controls) for item in second.items]
            nodes = (*first.nodes, *second.nodes) if len(first.nodes + second.nodes) == len(items) else ()
            return allocate(Sequence(first.kind, tuple(items), nodes=nodes), node, frame.number, state)
    first_value, some, size = elements_of(left, state)
    second_value, more, other_size = elements_of(right, state)
    least = int(some) + int(more)
    rest = join(first_value, second_value)
    extent = length_of(left, state) + length_of(right, state)
    return allocate(Sequence("list", None, rest, least, size | other_size, extent=extent), node, frame.number, state)


def _difference(interp: Interpreter, left: Value, right: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """``left - right`` of two sets: what is in the second only says what is left of the first."""
    rest, _, size = elements_of(left, state)
    taint, controls = deep_taint(right, state), deep_controls(right, state)
    interp.traces.decide(node, taint, controls)
    extent = Interval(ZERO, length_of(left, state).high)
    kept = without_some(Sequence("set", None, rest, 0, size, extent=extent), taint, controls, node)
    return allocate(kept, node, frame.number, state)


_UNARY = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}


def _unary(interp: Interpreter, node: ast.UnaryOp, frame: Frame, state: State) -> Value:
    if isinstance(node.op, ast.Not):
        return as_value(test(interp, node, frame, state), node)
    operand = interp.evaluate(node.operand, frame, state)

    def plain(rest: Value, inner: State) -> Value:
        return combined(lambda value: pure.unary(node.op, value), (rest,), node, frame.number, inner, looks_away=True)

    own = special(interp, operand, (_UNARY[type(node.op)],), [], node, frame, state, plain)
    if own is not None:
        return own
    made = plain(operand, state)
    held = interval_of(operand)
    if held is None or isinstance(node.op, ast.Invert) or any(item.is_constant for item in made.values()):
        return made
    number = -held if isinstance(node.op, ast.USub) else held
    return {key: item.measured(number) for key, item in made.items()}


def as_value(condition: Condition, node: ast.AST) -> Value:
    """A test used as a value."""
    if condition.truth is not None:
        return known(condition.truth, node)
    holds = under_control(known(True, node), condition.holds)
    return join(holds, under_control(known(False, node), condition.fails))


def _bool_op(interp: Interpreter, node: ast.BoolOp, frame: Frame, state: State) -> Value:
    """``and`` and ``or`` give one of their operands: the first that decides, else the last."""
    deciding = isinstance(node.op, ast.Or)
    result, reached = NOTHING, NO_CONTROL
    skipped: list[State] = []
    marks: list[ControlDependence] = []
    for place, operand in enumerate(node.values[:-1]):
        try:
            value, found = _operand(interp, operand, frame, state)
        except NeverReturnsError as error:
            if result:
                interp.raises(error, state)
                become_one_of(state, skipped or [state], marks or [reached])
                return result
            raise
        if found.truth is deciding:
            become_one_of(state, [*skipped, state], [*marks, reached])
            return join(result, under_control(value, reached))
        if found.truth is not None:
            continue
        stops, goes_on = (found.holds, found.fails) if deciding else (found.fails, found.holds)
        if any(has_effect(interp, part) for part in node.values[place + 1 :]):
            skipped.append(found.way(deciding, state).copy())
            marks.append(merge_controls(reached, stops))
            state.become(found.way(not deciding, state).copy())
        result = join(result, under_control(_decided(value, deciding, state), merge_controls(reached, stops)))
        reached = merge_controls(reached, goes_on)
    try:
        last = interp.evaluate(node.values[-1], frame, state)
    except NeverReturnsError as error:
        if result:
            interp.raises(error, state)
            become_one_of(state, skipped or [state], marks or [reached])
            return result
        raise
    become_one_of(state, [*skipped, state], [*marks, reached])
    return join(result, under_control(last, reached))


def _decided(value: Value, outcome: bool, state: State) -> Value:
    """The alternatives that can have this truth; what is opaque and false is known to be."""
    result: Value = {}
    for item in value.values():
        if truth_of(item, state) is (not outcome):
            continue
        new = item
        if not outcome and item.payload == OPAQUE:
            new = AbstractValue(FALSE, item.taint, item.controls, item.origins, item.trail)
        result[new.key] = new
    if not result and value:  # a class of the program says which it is
        return opaque(deep_taint(value, state), payload=OPAQUE if outcome else FALSE)
    return result


def _operand(interp: Interpreter, operand: ast.expr, frame: Frame, state: State) -> tuple[Value, Condition]:
    """An operand of ``and`` or ``or``: its value, and what it decides."""
    if isinstance(operand, ast.BoolOp):
        value = interp.evaluate(operand, frame, state)
        return value, condition_of(operand, value, state)
    found = test(interp, operand, frame, state)
    return interp.last.get(operand) or as_value(found, operand), found


def _compare(interp: Interpreter, node: ast.Compare, frame: Frame, state: State) -> Value:
    interp.on_the_spot.update(part for part in node.comparators if is_view(part))
    operands = [interp.evaluate(part, frame, state) for part in (node.left, *node.comparators)]
    if len(operands) == 2 and isinstance(node.ops[0], ast.In | ast.NotIn) and is_suspended(operands[1], state):
        sought = Arguments(operands[::-1])
        operands[1] = drawn_until(interp, "until_found", sought, node, frame, state)
    return compare(interp, node, operands, frame, state)


def compare(interp: Interpreter, node: ast.Compare, operands: list[Value], frame: Frame, state: State) -> Value:
    """A comparison of these operands."""
    if any(taint_of(value) >= FIRST_TRACE or interp.traces.unchecked for value in operands):
        asks = asks_for_failure(interp, node.ops[0], operands[0], operands[1], state)
        interp.traces.compare(node, operands, asks, state)
    for op, left, right in zip(node.ops, operands, operands[1:], strict=False):
        own = compared(
            interp, op, left, right, node, frame, state,
            lambda one, other, inner: _plain_comparison(interp, node, [one, other], frame, inner),
        )  # fmt: skip
        if own is not None and len(operands) == 2:
            return own
    return _plain_comparison(interp, node, operands, frame, state)


def _plain_comparison(
    interp: Interpreter, node: ast.Compare, operands: list[Value], frame: Frame, state: State
) -> Value:
    if any(inherits_methods(interp, item, state) for value in operands for item in value.values()):
        return unfollowed(interp, UNKNOWN, Arguments(operands), node, frame, state)
    if len(operands) == 2:
        always = _always(node)
        if always is not None:
            return known(always, node)
        exact = _folded_compare(node.ops[0], operands, node, frame, state)
        if exact is not None:
            return exact
        decided = _null_compared(node.ops[0], operands[0], operands[1])
        if decided is not None:
            return known(decided, node)
        ordered = _ordered(node.ops[0], operands[0], operands[1])
        if ordered is not None:
            return known(ordered, node)
        told = _told_by_identity(interp, node.ops[0], operands[0], operands[1], node)
        if told is not None:
            return told
    taint, controls, _ = gathered(operands, state)
    return opaque(taint, controls, TRUTH, symbol=question_of(interp, node, taint, state))


def _always(node: ast.Compare) -> bool | None:
    """``x == x``, ``len(x) >= 0`` and the like do not depend on ``x``."""
    left, op, right = node.left, node.ops[0], node.comparators[0]
    if isinstance(left, ast.Name) and isinstance(right, ast.Name) and not isinstance(op, ast.In | ast.NotIn):
        return isinstance(op, ast.Eq | ast.LtE | ast.GtE | ast.Is) if left.id == right.id else None
    if not (isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id == "len"):
        return None
    match right:
        case ast.Constant(value=0):
            return {ast.GtE: True, ast.Lt: False}.get(type(op))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))) if number > 0:
            return {ast.Gt: True, ast.GtE: True, ast.NotEq: True, ast.Lt: False, ast.LtE: False, ast.Eq: False}.get(
                type(op)
            )
    return None


def _folded_compare(op: ast.cmpop, operands: list[Value], node: ast.AST, frame: Frame, state: State) -> Value | None:
    return folded(lambda one, other: pure.compare(op, one, other), operands, node, frame.number, state)


def _ordered(op: ast.cmpop, left: Value, right: Value) -> bool | None:
    """What comparing two integers gives, where their intervals tell."""
    one, other = interval_of(left), interval_of(right)
    return None if one is None or other is None else decided(one, type(op), other)


def _null_compared(op: ast.cmpop, left: Value, right: Value) -> bool | None:
    """``x is None`` where ``x`` is certainly an object of the program."""
    if not isinstance(op, ast.Is | ast.IsNot) or not any(
        item.payload == Constant(type(None), None) for item in right.values()
    ):
        return None
    if left and all(isinstance(item.payload, Reference | Function) for item in left.values()) and len(right) == 1:
        return isinstance(op, ast.IsNot)
    return None


def _told_by_identity(interp: Interpreter, op: ast.cmpop, left: Value, right: Value, node: ast.AST) -> Value | None:
    """``x is MISSING``: what ``x`` may be, each under its own tests, is that object or is not."""
    if not isinstance(op, ast.Is | ast.IsNot):
        return None
    result = NOTHING
    for item in left.values():
        same = is_identical(interp, item, right)
        if same is None:
            return None
        result = join(result, under_control(known(same is isinstance(op, ast.Is), node), item.controls))
    return result


def _if_exp(interp: Interpreter, node: ast.IfExp, frame: Frame, state: State) -> Value:
    condition = test(interp, node.test, frame, state)
    if condition.truth is not None:
        return interp.evaluate(node.body if condition.truth else node.orelse, frame, state)
    interp.weigh(state)
    body_state = condition.way(True, state).copy(merge_controls(state.controls, condition.holds))
    else_state = condition.way(False, state).copy(merge_controls(state.controls, condition.fails))
    result, left = NOTHING, []
    for part, inner, controls, outcome in (
        (node.body, body_state, condition.holds, True),
        (node.orelse, else_state, condition.fails, False),
    ):
        if refine(interp, node.test, outcome, frame, inner) is None:
            continue
        try:
            result = join(result, under_control(interp.evaluate(part, frame, inner), controls))
        except NeverReturnsError as error:
            interp.raises(error, inner)
            continue
        left.append(inner)
    if not left:
        raise NeverReturnsError
    replace_state(state, join_states(left, state.controls))
    return result


def replace_state(state: State, other: State) -> None:
    """Make a state what another one is."""
    state.become(other)


def _joined_string(interp: Interpreter, node: ast.JoinedStr, frame: Frame, state: State) -> Value:
    if not any(isinstance(part, ast.FormattedValue) for part in node.values):
        return known("".join(str(part.value) for part in node.values if isinstance(part, ast.Constant)), node)
    # the text around the fields is not a value of its own
    parts = [
        known(part.value) if isinstance(part, ast.Constant) else interp.evaluate(part, frame, state)
        for part in node.values
    ]
    interp.put_together(parts)
    return combined(lambda *texts: _text("".join(texts)), parts, node, frame.number, state, looks_away=True)


def _text(text: str) -> str:
    if len(text) > pure.MAX_TEXT:
        raise pure.Unfoldable
    return text


def _formatted(interp: Interpreter, node: ast.FormattedValue, frame: Frame, state: State) -> Value:
    value = interp.evaluate(node.value, frame, state)
    spec = interp.evaluate(node.format_spec, frame, state) if node.format_spec is not None else known("")
    asks = {ord("r"): TEXT[1:], ord("a"): TEXT[1:], ord("s"): TEXT}.get(node.conversion, FORMAT)
    value = written(interp, value, asks, node, frame, state, spec)

    def compute(inner: object, text: Any) -> object:
        return pure_calls.format_value(inner, node.conversion, text)

    return combined(compute, (value, spec), node, frame.number, state, looks_away=True)


def _subscript(interp: Interpreter, node: ast.Subscript, frame: Frame, state: State) -> Value:
    sides = _sides(node.value) if _is_test(node.slice) else None
    if sides is not None:
        return _chosen(interp, node.slice, sides, frame, state)
    value, index = interp.evaluate(node.value, frame, state), interp.evaluate(node.slice, frame, state)
    if isinstance(node.slice, ast.Slice) and _is_empty(node.slice):
        return known("", node) if not _are_sequences(value, state) else allocate(
            Sequence("list", ()), node, frame.number, state)  # fmt: skip
    found = item_of(interp, value, index, node, frame, state)
    narrow_subscripted(interp, node, frame, state)
    return found


def item_of(interp: Interpreter, value: Value, index: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """``value[index]``, whoever the value asks for it."""
    interp.touched |= deep_taint(value, state) | taint_of(index)
    own = special(
        interp, value, SUBSCRIPT, [index], node, frame, state,
        lambda rest, inner: _plain_item(interp, rest, index, node, frame, inner),
    )  # fmt: skip
    return own if own is not None else _plain_item(interp, value, index, node, frame, state)


def _plain_item(interp: Interpreter, value: Value, index: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    namespace = instance_of_namespace(next(iter(value.values()))) if len(value) == 1 else None
    if namespace is not None:
        value = snapshot(namespace, node, frame, state)
    members = members_of(interp, next(iter(value.values())), state) if len(value) == 1 else None
    if members:
        return member_named(interp, members, index, node, state)
    if not members and value and all(isinstance(item.payload, Class) for item in value.values()):
        return value  # a generic class with its parameters is the class
    index = special(interp, index, ("__index__",), [], node, frame, state, lambda rest, _: rest) or index
    names = [item.payload.name for item in value.values() if isinstance(item.payload, External)]
    if names and names[0] in ("builtins.globals()", "builtins.locals()"):
        return _by_name(interp, index, frame if names[0] == "builtins.locals()" else frame.module, state)
    found = subscript(interp, value, index, node, frame.number, state)
    if "__missing__" in interp.special_names:
        missing = special(interp, value, ("__missing__",), [index], node, frame, state)
        return found if missing is None else join(found, missing)
    return found


def _is_test(node: ast.expr) -> bool:
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def _sides(node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """What a display of two has for a false and for a true index: ``("A", answer)[answer != "X"]``."""
    match node:
        case ast.Tuple(elts=[fails, holds]) | ast.List(elts=[fails, holds]):
            return None if isinstance(fails, ast.Starred) or isinstance(holds, ast.Starred) else (fails, holds)
        case ast.Dict(keys=[ast.Constant(value=bool(first)), ast.Constant(value=bool(second))], values=[one, other]):
            return None if first == second else (other, one) if first else (one, other)
    return None


def _chosen(
    interp: Interpreter, asked: ast.expr, sides: tuple[ast.expr, ast.expr], frame: Frame, state: State
) -> Value:
    """One of two values by a test."""
    fails, holds = (interp.evaluate(side, frame, state) for side in sides)
    condition = test(interp, asked, frame, state)
    if condition.truth is not None:
        return holds if condition.truth else fails
    return join(under_control(fails, condition.fails), under_control(holds, condition.holds))


def _is_empty(part: ast.Slice) -> bool:
    """``[:0]`` holds nothing, whatever it is taken from."""
    return part.lower is None and isinstance(part.upper, ast.Constant) and part.upper.value == 0


def _by_name(interp: Interpreter, index: Value, frame: Frame, state: State) -> Value:
    result = NOTHING
    for item in index.values():
        name = str(item.payload.constant if isinstance(item.payload, Constant) else None)
        stored = state.cells.get((frame.number, frame.kept_in_locals(name)), NOTHING)
        held = join(stored, state.cells.get((frame.number, name), NOTHING))
        result = join(result, held or interp.unknown(item.taint))
    return result


def _slice(interp: Interpreter, node: ast.Slice, frame: Frame, state: State) -> Value:
    parts = [part for part in (node.lower, node.upper, node.step) if part is not None]
    values = [interp.evaluate(part, frame, state) for part in parts]
    try:
        exact = [concretize(value, state) for value in values]
        hash(tuple(exact))
    except (pure.Unfoldable, TypeError):
        taint, controls = 0, NO_CONTROL
        for value in values:
            taint |= taint_of(value)
            controls = merge_controls(controls, controls_of(value))
        return opaque(taint, controls)
    given = iter(exact)
    made = tuple(None if part is None else next(given) for part in (node.lower, node.upper, node.step))
    return single(AbstractValue(Constant(slice, made)))


def _lambda(interp: Interpreter, node: ast.Lambda, frame: Frame, state: State) -> Value:
    keep_defaults(interp, node.args, frame, state)
    return single(AbstractValue(Function(node, frame.number)))


def _attribute(interp: Interpreter, node: ast.Attribute, frame: Frame, state: State) -> Value:
    return attribute(interp, interp.evaluate(node.value, frame, state), node.attr, node, frame, state)


def _named(interp: Interpreter, node: ast.NamedExpr, frame: Frame, state: State) -> Value:
    value = interp.evaluate(node.value, frame, state)
    interp.assign(node.target, value, frame, state, node)
    return value


def _await(interp: Interpreter, node: ast.Await, frame: Frame, state: State) -> Value:
    interp.awaited.add(node.value)
    value = interp.evaluate(node.value, frame, state)
    made = special(interp, value, ("__await__",), [], node, frame, state, lambda rest, _: rest)
    if made is None:
        return value
    elements = elements_of(materialized(interp, made, node, frame, state), state)[0]
    return interp.unknown(deep_taint(join(value, elements), state))


def _yield(interp: Interpreter, node: ast.Yield | ast.YieldFrom, frame: Frame, state: State) -> Value:
    activity = frame.function.activity
    if activity is not None and activity.resumes is node:
        value = NOTHING
    else:
        value = interp.evaluate(node.value, frame, state) if node.value is not None else known(None)
    if isinstance(node, ast.Yield):
        return yield_value(interp, node, value, frame, state)
    return yield_from(interp, node, value and iterator_of(interp, value, node, frame, state), frame, state)


def _starred(interp: Interpreter, node: ast.Starred, frame: Frame, state: State) -> Value:
    return interp.evaluate(node.value, frame, state)


_HANDLERS: Mapping[type[ast.expr], Callable[..., Value]] = MappingProxyType({
    ast.Name: _name, ast.BinOp: _binary, ast.UnaryOp: _unary, ast.BoolOp: _bool_op,
    ast.Compare: _compare, ast.IfExp: _if_exp, ast.JoinedStr: _joined_string, ast.FormattedValue: _formatted,
    ast.List: sequence, ast.Tuple: sequence, ast.Set: sequence, ast.Dict: dictionary, ast.ListComp: comprehension,
    ast.SetComp: comprehension, ast.GeneratorExp: generator_expression, ast.DictComp: comprehension,
    ast.Subscript: _subscript, ast.Slice: _slice, ast.Lambda: _lambda, ast.Attribute: _attribute,
    ast.NamedExpr: _named, ast.Await: _await, ast.Yield: _yield, ast.YieldFrom: _yield, ast.Starred: _starred,
    ast.Call: call_expression,
})  # fmt: skip
