"""What Python calls by itself on an instance of a class of the program: operators, iteration, length, text."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.attributes import find_in_class, find_in_metaclass
from cgr_audit.analysis.interpreter.generators import suspend, suspended_at
from cgr_audit.analysis.interpreter.heap import allocate, deep_controls, deep_taint, elements_of, in_turn, inside
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.enumerations import members_of
from cgr_audit.analysis.interpreter.library.exceptions import message_of
from cgr_audit.analysis.interpreter.library.lazy import iterator_over, library_function
from cgr_audit.analysis.interpreter.objects import BOXED, Instance, Sequence
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    TRUTH,
    UNKNOWN,
    AbstractValue,
    Class,
    Reference,
    Value,
    join,
    join_all,
    known,
    opaque,
    single,
    under_control,
)

__all__ = [
    "FORMAT",
    "SUBSCRIPT",
    "TEXT",
    "all_written",
    "compared",
    "is_instance",
    "iterated",
    "iterator_of",
    "method_of",
    "operated",
    "special",
    "written",
]

TEXT, FORMAT = ("__str__", "__repr__"), ("__format__", "__str__", "__repr__")
"""The methods that say what the text of an instance is."""
SUBSCRIPT = ("__getitem__", "__class_getitem__")
_OPERATORS: Mapping[type[ast.operator], str] = MappingProxyType({
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.LShift: "lshift", ast.RShift: "rshift", ast.BitOr: "or", ast.BitAnd: "and",
    ast.BitXor: "xor", ast.MatMult: "matmul",
})  # fmt: skip


_COMPARISONS: Mapping[type[ast.cmpop], tuple[str, str]] = MappingProxyType({
    ast.Eq: ("__eq__", "__eq__"), ast.NotEq: ("__ne__", "__ne__"), ast.Lt: ("__lt__", "__gt__"),
    ast.Gt: ("__gt__", "__lt__"), ast.LtE: ("__le__", "__ge__"), ast.GtE: ("__ge__", "__le__"),
})  # fmt: skip


def special(
    interp: Interpreter,
    value: Value,
    names: tuple[str, ...],
    given: list[Value],
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    """What the first of these methods gives; nothing where some alternative is no instance that has one."""
    if not value or interp.special_names.isdisjoint(names):
        return None
    methods = [(item, method_of(interp, item, names, state)) for item in value.values()]
    result = NOTHING
    for item, method in methods:
        if method is None:
            return None
        result = join(
            result, under_control(interp.call(method, Arguments(list(given)), node, frame, state), item.controls)
        )
    return result


def operated(
    interp: Interpreter, op: ast.operator, left: Value, right: Value, node: ast.AST, frame: Frame, state: State
) -> Value | None:
    """``left op right`` where a class of the program says what that is."""
    name = _OPERATORS[type(op)]
    own = (f"__i{name}__", f"__{name}__") if isinstance(node, ast.AugAssign) else (f"__{name}__",)
    found = special(interp, left, own, [right], node, frame, state)
    return found if found is not None else special(interp, right, (f"__r{name}__",), [left], node, frame, state)


def compared(
    interp: Interpreter, op: ast.cmpop, left: Value, right: Value, node: ast.AST, frame: Frame, state: State
) -> tuple[Value, bool] | None:
    """``left op right`` where a class of the program says what that is, and whether its contrary was asked."""
    if not interp.special_names or isinstance(op, ast.Is | ast.IsNot):
        return None
    if isinstance(op, ast.In | ast.NotIn):
        found = _contained(interp, left, right, node, frame, state)
        return None if found is None else (found, isinstance(op, ast.NotIn))
    name, mirrored = _COMPARISONS[type(op)]
    found = special(interp, left, (name,), [right], node, frame, state)
    if found is None:
        found = special(interp, right, (mirrored,), [left], node, frame, state)
    if found is not None:
        return found, False
    if isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE):  # `functools.total_ordering` makes it of the others
        others = ("__lt__", "__le__", "__gt__", "__ge__")
        learned = [special(interp, left, (other,), [right], node, frame, state) for other in others]
        if any(part is not None for part in learned):
            equal = special(interp, left, ("__eq__",), [right], node, frame, state)
            whole = join_all(part for part in (*learned, equal) if part is not None)
            return opaque(deep_taint(whole, state), deep_controls(whole, state), TRUTH), False
    if isinstance(op, ast.NotEq):
        same = compared(interp, ast.Eq(), left, right, node, frame, state)
        return None if same is None else (same[0], True)
    return None


def _contained(
    interp: Interpreter, sought: Value, whole: Value, node: ast.AST, frame: Frame, state: State
) -> Value | None:
    """``sought in whole``: by ``__contains__``, or by whether an element that iterating gives is equal."""
    found = special(interp, whole, ("__contains__",), [sought], node, frame, state)
    if found is not None:
        return found
    elements = elements_of(iterated(interp, whole, node, frame, state), state)[0]
    equal = special(interp, elements, ("__eq__",), [sought], node, frame, state)
    if equal is None:
        equal = special(interp, sought, ("__eq__",), [elements], node, frame, state)
    if equal is None and any(is_instance(item, state) for item in whole.values()):
        equal = opaque(deep_taint(elements, state), deep_controls(elements, state), TRUTH)
    return equal


def iterated(interp: Interpreter, value: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """The same value, with instances of classes replaced by what iterating them gives."""
    if not (interp.has_instances or interp.outer_bases):
        return value
    makers = (partial(_iterated, interp, item, node, frame, state) for item in value.values())
    return join_all(in_turn(makers, frame.number, state))


def _iterated(interp: Interpreter, item: AbstractValue, node: ast.AST, frame: Frame, state: State) -> Value:
    if suspended_at(item, state) is not None:
        return single(item)
    members = members_of(interp, item, state)
    if members:
        made = Sequence("list", tuple(members.values()))
        return allocate(made, node, inside(frame.number, 3), state)
    if is_instance(item, state) or (isinstance(item.payload, Class) and interp.metaclasses):
        return under_control(_elements(interp, item, node, frame, state), item.controls)
    return single(item)


def _elements(interp: Interpreter, item: AbstractValue, node: ast.AST, frame: Frame, state: State) -> Value:
    whole = single(item)
    made = special(interp, whole, ("__iter__",), [], node, frame, state)
    found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
    if made is None and isinstance(found, Instance) and BOXED in found.attributes:
        kept, size = found.attributes[BOXED], deep_taint(whole, state)
        return allocate(Sequence("iterator", None, kept, 0, size), node, inside(frame.number, 3), state)
    if made is not None and any(suspended_at(part, state) is not None for part in made.values()):
        return made
    if made is None:
        element = special(interp, whole, ("__getitem__",), [opaque(0)], node, frame, state)
    elif any(is_instance(part, state) for part in made.values()):
        if len(made) == 1 and special_method(interp, next(iter(made.values())), "__next__", state):
            function = library_function(interp, "stepped")
            return suspend(interp, function, None, Arguments([made]), node, frame, state)
        element = special(interp, made, ("__next__",), [], node, frame, state)
    else:
        return made
    size = deep_taint(whole, state)
    element = element if element is not None else opaque(size | UNKNOWN)
    return allocate(Sequence("iterator", None, element, 0, size), node, inside(frame.number, 3), state)


def is_instance(item: AbstractValue, state: State) -> bool:
    """Whether it is an instance of a class of the program."""
    return isinstance(item.payload, Reference) and isinstance(state.heap[item.payload.place], Instance)


def method_of(interp: Interpreter, item: AbstractValue, names: tuple[str, ...], state: State) -> Value | None:
    """The first of these methods that Python finds for an operation on something: in its class, never in itself."""
    payload = item.payload
    if isinstance(payload, Class):
        return _of_class(interp, item, names, state)
    found = state.heap[payload.place] if isinstance(payload, Reference) else None
    of = found.of if isinstance(found, Instance | Sequence) else None
    if of is None:
        return None
    for name in names:
        method = find_in_class(interp, of, name, item, state)
        if method is not None:
            return method
    return None


def special_method(interp: Interpreter, item: AbstractValue, name: str, state: State) -> bool:
    """Whether Python finds this method in the class of something."""
    return name in interp.special_names and method_of(interp, item, (name,), state) is not None


def _of_class(interp: Interpreter, item: AbstractValue, names: tuple[str, ...], state: State) -> Value | None:
    """What the metaclass of a class says, or ``__class_getitem__``."""
    for name in names:
        method = find_in_metaclass(interp, item, name, state)
        if method is not None:
            return method
    return find_in_class(interp, item, "__class_getitem__", item, state) if "__class_getitem__" in names else None


def written(
    interp: Interpreter, value: Value, names: tuple[str, ...], node: ast.AST, frame: Frame, state: State
) -> Value:
    """What the text of a value is made of: instances say that by their methods, exceptions by their arguments."""
    if not interp.has_instances:
        return value
    result = NOTHING
    for item in value.values():
        whole = single(item)
        own = special(interp, whole, names, [known("")] if names[0] == "__format__" else [], node, frame, state)
        if own is None and names[0] == "__format__":
            own = special(interp, whole, names[1:], [], node, frame, state)
        if own is None:
            own = message_of(interp, item, state)
        result = join(result, whole if own is None else under_control(own, item.controls))
    return result


def all_written(interp: Interpreter, value: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """What the texts of a value, or of the elements of a tuple, are made of."""
    if not interp.has_instances or len(value) != 1:
        return written(interp, value, TEXT, node, frame, state)
    item = next(iter(value.values()))
    found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
    if not isinstance(found, Sequence) or found.items is None or found.kind != "tuple" or found.of is not None:
        return written(interp, value, TEXT, node, frame, state)
    items = tuple(written(interp, part, TEXT, node, frame, state) for part in found.items)
    if all(new is old for new, old in zip(items, found.items, strict=True)):
        return value
    return under_control(allocate(Sequence("tuple", items), node, inside(frame.number, 8), state), item.controls)


def iterator_of(interp: Interpreter, value: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """``iter(value)``: a generator is its own iterator."""

    def made(item: AbstractValue) -> Value:
        if suspended_at(item, state) is not None:
            return single(item)
        return under_control(iterator_over(interp, single(item), node, frame, state), item.controls)

    whole = iterated(interp, value, node, frame, state)
    return join_all(in_turn((partial(made, item) for item in whole.values()), frame.number, state))
