"""What Python calls by itself on an instance of a class of the program: operators, iteration, length, text."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping
from collections.abc import Sequence as Several
from functools import partial
from types import MappingProxyType

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.class_lookup import class_of, find_in_class, find_in_metaclass, instance_at, lineage
from cgr_audit.analysis.interpreter.draws import materialized
from cgr_audit.analysis.interpreter.generators import is_suspended, suspend, suspended_at
from cgr_audit.analysis.interpreter.heap import (
    allocate,
    deep_controls,
    deep_parts,
    deep_taint,
    elements_of,
    inside,
    truth_of,
)
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, NeverReturnsError
from cgr_audit.analysis.interpreter.library.enumerations import member_of_value, members_of
from cgr_audit.analysis.interpreter.library.exceptions import message_of
from cgr_audit.analysis.interpreter.library.lazy import iterator_over, library_function
from cgr_audit.analysis.interpreter.objects import BOXED, Sequence
from cgr_audit.analysis.interpreter.state import State, become_one_of
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    TRUTH,
    UNKNOWN,
    AbstractValue,
    Class,
    External,
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
    "all_drawn_from",
    "all_written",
    "binary_function",
    "compared",
    "drawn_from",
    "either",
    "find_special",
    "iterated",
    "iterator_of",
    "mapped",
    "operated",
    "special",
    "special_method",
    "written",
]

_NOT_IMPLEMENTED = External("builtins.NotImplemented")
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


Way = Callable[[State], Value]


def either(interp: Interpreter, ways: Several[Way], state: State) -> Value:
    """What one of several ways gives, where it is not known which one is taken.

    Raises:
        NeverReturnsError: none of them ends.
    """
    if len(ways) == 1:
        return ways[0](state)
    result, ends = NOTHING, list[State]()
    for way in ways:
        inner = state.copy()
        try:
            result = join(result, way(inner))
        except NeverReturnsError as error:
            interp.raises(error, inner)
            continue
        ends.append(inner)
    if not ends:
        raise NeverReturnsError
    become_one_of(state, ends)
    return result


def special(
    interp: Interpreter, value: Value, names: tuple[str, ...], given: list[Value], node: ast.AST, frame: Frame,
    state: State, otherwise: Callable[[Value, State], Value] | None = None,
) -> Value | None:  # fmt: skip
    """What the first of these methods gives; nothing if no alternative is an instance that has one.

    Args:
        interp: the abstract run.
        value: what is asked.
        names: the methods, the first that is there being called.
        given: their arguments.
        node: where.
        frame: the frame that runs there.
        state: the state.
        otherwise: what alternatives without any of these methods give; by default something unknown.
    """
    if not value or interp.special_names.isdisjoint(names):
        return None
    ways: list[Way] = []
    others: Value = {}
    for item in value.values():
        method = find_special(interp, item, names, state)
        if method is None:
            others[item.key] = item
        else:
            ways.append(_calling(interp, method, given, item, node, frame))
    if not ways:
        return None
    if others and otherwise is not None:
        ways.append(lambda inner: otherwise(others, inner))
    elif others:
        ways.append(lambda inner: interp.unknown(deep_taint(others, inner)))
    return either(interp, ways, state)


def _calling(
    interp: Interpreter, method: Value, given: list[Value], item: AbstractValue, node: ast.AST, frame: Frame
) -> Way:
    return lambda inner: under_control(interp.call(method, Arguments(list(given)), node, frame, inner), item.controls)


Default = Callable[[Value, Value, State], Value]


def operated(
    interp: Interpreter, op: ast.operator, left: Value, right: Value, node: ast.AST, frame: Frame, state: State,
    default: Default,
) -> Value | None:  # fmt: skip
    """``left op right`` where a class of the program says what that is; of other alternatives what ``default`` says."""
    name = _OPERATORS[type(op)]
    own = (f"__i{name}__", f"__{name}__") if isinstance(node, ast.AugAssign) else (f"__{name}__",)
    return _dispatched(interp, own, (f"__r{name}__",), left, right, node, frame, state, default)


def binary_function(
    interp: Interpreter, name: str, left: Value, right: Value, node: ast.AST, frame: Frame, state: State
) -> Value | None:
    """``divmod(left, right)`` and its like, where a class of the program says what that is."""
    return _dispatched(
        interp, (f"__{name}__",), (f"__r{name}__",), left, right, node, frame, state,
        lambda one, other, inner: interp.unknown(deep_taint(join(one, other), inner)),
    )  # fmt: skip


def compared(
    interp: Interpreter, op: ast.cmpop, left: Value, right: Value, node: ast.AST, frame: Frame, state: State,
    default: Default,
) -> Value | None:  # fmt: skip
    """``left op right`` where a class of the program says what that is; of other alternatives what ``default`` says."""
    if isinstance(op, ast.In | ast.NotIn) and (
        interp.special_names or interp.outer_bases or is_suspended(right, state)
    ):
        found = _contained(interp, left, right, node, frame, state)
        return _denied(found, state) if isinstance(op, ast.NotIn) and found is not None else found
    if not interp.special_names or type(op) not in _COMPARISONS:
        return None
    name, mirrored = _COMPARISONS[type(op)]
    if not isinstance(op, ast.NotEq):
        return _dispatched(interp, (name,), (mirrored,), left, right, node, frame, state, default)
    return _dispatched(interp, ("__ne__", "__eq__"), ("__ne__", "__eq__"), left, right, node, frame, state, default)


def _denied(value: Value, state: State) -> Value:
    """The contrary of a truth."""
    result = NOTHING
    for item in value.values():
        truth = truth_of(item, state)
        plain = AbstractValue(TRUTH, deep_taint(single(item), state), item.controls, item.origins)
        result = join(result, single(plain) if truth is None else under_control(known(not truth), item.controls))
    return result


def _dispatched(
    interp: Interpreter, own: tuple[str, ...], mirrored: tuple[str, ...], left: Value, right: Value, node: ast.AST,
    frame: Frame, state: State, default: Default,
) -> Value | None:  # fmt: skip
    """An operation of two operands: the left one is asked first, unless the class of the right one derives from its."""
    if interp.special_names.isdisjoint((*own, *mirrored)):
        return None
    mine = {key: item for key, item in left.items() if find_special(interp, item, own, state) is not None}
    other = {key: item for key, item in right.items() if find_special(interp, item, mirrored, state) is not None}
    if not (mine or other):
        return None
    plain_left = {key: item for key, item in left.items() if key not in mine}
    plain_right = {key: item for key, item in right.items() if key not in other}
    ways: list[Way] = []
    if plain_left and plain_right:
        ways.append(lambda inner: default(plain_left, plain_right, inner))
    for one in left.values():
        for two in right.values():
            if one.key in mine or two.key in other:
                ways.append(_asking(interp, own, mirrored, one, two, node, frame, default))  # noqa: PERF401
    return either(interp, ways, state)


def _asking(
    interp: Interpreter, own: tuple[str, ...], mirrored: tuple[str, ...], left: AbstractValue, right: AbstractValue,
    node: ast.AST, frame: Frame, default: Default,
) -> Way:  # fmt: skip
    """Ask two operands in turn, until one gives something else than ``NotImplemented``."""

    def way(inner: State) -> Value:
        asked_in_turn = [(left, own, right), (right, mirrored, left)]
        mine, other = class_of(left, inner), class_of(right, inner)
        derived = [] if mine is None or other is None else lineage(interp, other)[1:]
        if mine is not None and any(cls.payload == mine.payload for _, cls in derived):
            asked_in_turn.reverse()
        result, skipped = NOTHING, list[State]()
        for item, names, operand in asked_in_turn:
            for name in names:
                method = find_special(interp, item, (name,), inner)
                if method is None:
                    continue
                found = interp.call(method, Arguments([single(operand)]), node, frame, inner)
                if names[0] == "__ne__" != name:
                    found = join(_denied(_without(found), inner), _only(found))
                result = join(result, under_control(_without(found), item.controls))
                if not _only(found) and not (name != names[0] and _has_outer_base(interp, item, inner)):
                    become_one_of(inner, [*skipped, inner])
                    return result
                if _without(found):
                    skipped.append(inner.copy())
                if names[0] == "__ne__":
                    break
        result = join(result, default(single(left), single(right), inner))
        become_one_of(inner, [*skipped, inner])
        return result

    return way


def _has_outer_base(interp: Interpreter, item: AbstractValue, state: State) -> bool:
    """Whether a class outside the program may have a ``__ne__`` that does not go by ``__eq__``, as ``str`` has."""
    of = class_of(item, state)
    lines = [] if of is None else lineage(interp, of)
    return any(base != "builtins.object" for frame, _ in lines for base in interp.outer_bases.get(frame, ()))


def _only(value: Value) -> Value:
    return {key: item for key, item in value.items() if item.payload == _NOT_IMPLEMENTED}


def _without(value: Value) -> Value:
    return {key: item for key, item in value.items() if item.payload != _NOT_IMPLEMENTED}


def _contained(
    interp: Interpreter, sought: Value, whole: Value, node: ast.AST, frame: Frame, state: State
) -> Value | None:
    """``sought in whole``: by ``__contains__``, or by whether an element that iterating gives is equal."""

    def by_key(container: Value) -> Callable[[State], Value]:
        names = ("__getitem__",)
        return lambda begun: special(interp, container, names, [sought], node, frame, begun) or NOTHING

    def by_elements(container: Value, inner: State) -> Value:
        if interp.outer_bases:  # ``Mapping`` looks the key up
            interp.caught(by_key(container), inner)
        elements = _all_elements(interp, container, node, frame, inner)
        equal = special(interp, elements, ("__eq__",), [sought], node, frame, inner)
        if equal is None:
            equal = special(interp, sought, ("__eq__",), [elements], node, frame, inner)
        parts = join(elements, sought)
        told = opaque(deep_taint(parts, inner), deep_controls(parts, inner), TRUTH)
        return told if equal is None else join(equal, told)

    for item in whole.values():
        members = members_of(interp, item, state)
        if members:
            member_of_value(interp, item, members, sought, node, frame, state)
    found = special(interp, whole, ("__contains__",), [sought], node, frame, state, by_elements)
    if found is not None:
        return found
    if is_suspended(whole, state):
        return by_elements(whole, state)
    held = sought if is_suspended(whole, state) else join(elements_of(whole, state)[0], sought)
    if any(instance_at(item, state) for item in (*whole.values(), *held.values())):
        return by_elements(whole, state)
    return None


def _all_elements(interp: Interpreter, value: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """What any element of something that is iterated to its end may be."""
    whole = materialized(interp, iterated(interp, value, node, frame, state), node, frame, state)
    return elements_of(whole, state)[0]


def iterated(interp: Interpreter, value: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """The same value, with instances of classes replaced by what iterating them gives."""
    if not (interp.has_instances or interp.outer_bases):
        return value
    makers = (partial(_iterated, interp, item, node, frame, state) for item in value.values())
    return join_all(interp.in_turn(makers, frame.number, state))


def all_drawn_from(
    interp: Interpreter, given: Arguments, drawn: Collection[int | str], node: ast.AST, frame: Frame, state: State
) -> Arguments:
    """The same arguments, with what a library function goes through where it draws the elements of some of them."""
    if not drawn:
        return given

    def changed(place: int | str, value: Value) -> Value:
        return drawn_from(interp, value, node, frame, state) if place in drawn else value

    several: list[tuple[int | str, Value]] = [*enumerate(given.positional), *given.named.items()]
    values = interp.in_turn((partial(changed, *one) for one in several), frame.number, state)
    count = len(given.positional)
    return Arguments(
        values[:count], dict(zip(given.named, values[count:], strict=True)), given.star, given.double_star)  # fmt: skip


def drawn_from(interp: Interpreter, value: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """What a library function goes through where it is given a value: what instances say that iterating them gives."""

    def drawn(item: AbstractValue) -> Value:
        found = instance_at(item, state)
        is_own = any(special_method(interp, item, name, state) for name in ("__iter__", "__next__")) or (
            special_method(interp, item, "__getitem__", state) and not (found and BOXED in found.attributes)
        )
        if not (is_own or members_of(interp, item, state)):
            return single(item)
        return iterated(interp, mapped(interp, single(item), node, frame, state), node, frame, state)

    return join_all(interp.in_turn((partial(drawn, item) for item in value.values()), frame.number, state))


def _iterated(interp: Interpreter, item: AbstractValue, node: ast.AST, frame: Frame, state: State) -> Value:
    if suspended_at(item, state) is not None:
        return single(item)
    members = members_of(interp, item, state)
    if members:
        made = Sequence("list", tuple(members.values()))
        return allocate(made, node, inside(frame.number, 3), state)
    if instance_at(item, state) or (isinstance(item.payload, Class) and interp.metaclasses):
        return under_control(_elements(interp, item, node, frame, state), item.controls)
    return single(item)


def _elements(interp: Interpreter, item: AbstractValue, node: ast.AST, frame: Frame, state: State) -> Value:
    """What iterating an instance gives, one by one, until its ``__next__`` or ``__getitem__`` raises."""
    whole, found = single(item), instance_at(item, state)
    made = special(interp, whole, ("__iter__",), [], node, frame, state)
    if made is None and special_method(interp, item, "__next__", state):  # ``Iterator`` gives itself
        made = whole
    size = deep_taint(whole, state)
    element: Value | None = None
    if made is not None:
        if any(suspended_at(part, state) is not None for part in made.values()):
            return made
        if not any(instance_at(part, state) for part in made.values()):
            return made
        if len(made) == 1 and special_method(interp, next(iter(made.values())), "__next__", state):
            function = library_function(interp, "stepped")
            return suspend(interp, function, None, Arguments([made]), node, frame, state)
        element = special(interp, made, ("__next__",), [], node, frame, state)
        interp.give_up(state, node, "cannot tell how many elements this gives")
    elif found is not None and BOXED in found.attributes:
        element = found.attributes[BOXED]
    elif special_method(interp, item, "__getitem__", state):
        return suspend(interp, library_function(interp, "by_place"), None, Arguments([whole]), node, frame, state)
    elif _has_outer_base(interp, item, state):
        interp.give_up(state, node, "cannot tell how iterating this goes")
    element = element if element is not None else opaque(size | UNKNOWN)
    return allocate(Sequence("iterator", None, element, 0, size), node, inside(frame.number, 3), state)


def find_special(interp: Interpreter, item: AbstractValue, names: tuple[str, ...], state: State) -> Value | None:
    """The first of these methods that Python finds for an operation on something: in its class, never in itself."""
    if isinstance(item.payload, Class):
        return _of_class(interp, item, names, state)
    of = class_of(item, state)
    methods = () if of is None else (find_in_class(interp, of, name, item, state) for name in names)
    return next((method for method in methods if method is not None), None)


def special_method(interp: Interpreter, item: AbstractValue, name: str, state: State) -> bool:
    """Whether Python finds this method in the class of something."""
    return name in interp.special_names and find_special(interp, item, (name,), state) is not None


def _of_class(interp: Interpreter, item: AbstractValue, names: tuple[str, ...], state: State) -> Value | None:
    """What the metaclass of a class says, or ``__class_getitem__``."""
    for name in names:
        method = find_in_metaclass(interp, item, name, state)
        if method is not None:
            return method
    return find_in_class(interp, item, "__class_getitem__", item, state) if "__class_getitem__" in names else None


def written(
    interp: Interpreter, value: Value, names: tuple[str, ...], node: ast.AST, frame: Frame, state: State,
    spec: Value | None = None,
) -> Value:  # fmt: skip
    """What the text of a value is made of: instances say that by their methods, exceptions by their arguments."""
    if not interp.has_instances:
        return value
    if names[0] == "__format__":
        return special(
            interp, value, names[:1], [spec or known("")], node, frame, state,
            lambda rest, inner: written(interp, rest, names[1:], node, frame, inner),
        ) or written(interp, value, names[1:], node, frame, state)  # fmt: skip
    result = NOTHING
    for item in value.values():
        whole = single(item)
        own = special(interp, whole, names, [], node, frame, state)
        if own is None:
            own = message_of(interp, item, state)
        if own is None and "__repr__" in interp.special_names and isinstance(item.payload, Reference):
            own = _of_parts(interp, whole, node, frame, state)
        result = join(result, whole if own is None else under_control(own, item.controls))
    return result


def _of_parts(interp: Interpreter, value: Value, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """The text of a container, or of a dataclass, is made of the representations of what it holds."""
    texts = NOTHING
    for part in {one.key: one for one in deep_parts([value], state)[0]}.values():
        texts = join(texts, special(interp, single(part), ("__repr__",), [], node, frame, state) or NOTHING)
    if not texts:
        return None
    return opaque(deep_taint(value, state) | deep_taint(texts, state), deep_controls(texts, state))


def mapped(interp: Interpreter, value: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """The same value, with instances that have ``keys`` and ``__getitem__`` replaced by what they map."""
    if not interp.has_instances:
        return value
    result = NOTHING
    for item in value.values():
        of = class_of(item, state)
        whole = single(item)
        if of is not None and find_in_class(interp, of, "keys", item, state) is not None:
            function = single(AbstractValue(library_function(interp, "as_dictionary")))
            whole = under_control(interp.call(function, Arguments([whole]), node, frame, state), item.controls)
        result = join(result, whole)
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
    return join_all(interp.in_turn((partial(made, item) for item in whole.values()), frame.number, state))
