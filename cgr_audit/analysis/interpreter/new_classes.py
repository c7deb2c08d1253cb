"""What Python does with a class whose body has run: its metaclass, its bases, its attributes and decorators see it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.class_lookup import derive, find_in_class, instance_at, is_special, lineage
from cgr_audit.analysis.interpreter.heap import allocate, inside
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.enumerations import MISSING, members_of
from cgr_audit.analysis.interpreter.library.escape import escape
from cgr_audit.analysis.interpreter.objects import Instance, Mapped
from cgr_audit.analysis.interpreter.objects import Sequence as Elements
from cgr_audit.analysis.interpreter.special_effects import check_class, effects
from cgr_audit.analysis.interpreter.special_methods import find_special
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    UNKNOWN,
    AbstractValue,
    Attribute,
    Class,
    External,
    Function,
    Opaque,
    Reference,
    Value,
    join,
    known,
    opaque,
    single,
)
from cgr_audit.analysis.scopes import Scope

__all__ = ["check_namespace", "completed", "derived_class"]

_HOOKS_OF_ENUMERATIONS = ("__new__", "_generate_next_value_")
"""Methods that make the members of an enumeration."""


def completed(
    interp: Interpreter, cls: AbstractValue, named: Mapping[str, Value], node: ast.ClassDef, frame: Frame, state: State
) -> Value:
    """The class that the name is bound to in the end.

    Args:
        interp: the abstract run.
        cls: the class, its body run.
        named: the named arguments of its definition, the metaclass apart.
        node: the definition.
        frame: where it stands.
        state: the state after the body.
    """
    value = _made_by_metaclass(interp, cls, node, frame, state)
    assert isinstance(cls.payload, Class)
    if "__set_name__" in interp.special_names:
        for name in tuple(interp.frames[cls.payload.frame].scope.bindings):
            _tell_name(interp, cls, name, node, frame, state)
    _tell_bases(interp, cls, named, node, frame, state)
    outer = [base for line, _ in lineage(interp, cls) for base in interp.outer_bases.get(line, ())]
    if any(base.startswith("enum.") for base in outer):
        hooks = [find_in_class(interp, cls, name, cls, state) or NOTHING for name in _HOOKS_OF_ENUMERATIONS]
        escape(interp, hooks, interp.unknown(), node, frame, state)  # it makes the members
    for decorator in reversed(node.decorator_list):
        applied = interp.evaluate(decorator, frame, state)
        if not _is_of_library(interp, decorator, applied):
            made = interp.call(applied, Arguments([value]), decorator, frame, state)
            value = value if any(isinstance(item.payload, Opaque) for item in made.values()) else made
    check_class(interp, cls, node, frame, state)
    for name, method in (members_of(interp, cls, state) is not None and _methods(interp, cls, state)) or ():
        if name == MISSING and not any(base.endswith("Flag") for base in outer):
            continue  # only looking a value up calls it
        member = Instance(cls, {}) if name == "__init__" else None
        asks, changes = effects(interp, method, Arguments(star=opaque(UNKNOWN)), node, frame, state, member)
        if asks or changes:
            interp.lost |= name.startswith("_")  # no place calls it where its value could be seen
            interp.give_up(state, node, f"cannot tell how often Python calls `{name}` of this enumeration")
    return value


def _is_of_library(interp: Interpreter, decorator: ast.expr, applied: Value) -> bool:
    """Whether a decorator is one of the library, which calls nothing of the class."""
    maker = interp.last.get(decorator.func, NOTHING) if isinstance(decorator, ast.Call) else applied
    return bool(maker) and all(isinstance(item.payload, External | Attribute) for item in maker.values())


def _methods(interp: Interpreter, cls: AbstractValue, state: State) -> list[tuple[str, Value]]:
    """The functions that stand in the body of a class."""
    assert isinstance(cls.payload, Class)
    found: list[tuple[str, Value]] = []
    for name in interp.frames[cls.payload.frame].scope.bindings:
        for item in state.cells.get((cls.payload.frame, name), NOTHING).values():
            held = instance_at(item, state)
            parts = [single(item)] if held is None else held.attributes.values()
            methods = [part for value in parts for part in value.values() if isinstance(part.payload, Function)]
            found.extend((name, single(part)) for part in methods)
    return found


def derived_class(
    interp: Interpreter, name: Value, bases: Sequence[AbstractValue], attributes: Mapping[str, Value], node: ast.AST,
    frame: Frame, state: State,
) -> Value:  # fmt: skip
    """``type(name, bases, attributes)``: all classes that one call makes are taken for one."""
    scope = Scope(node, frame.scope, {attribute: [] for attribute in attributes})
    inner = interp.frame(node, scope, frame, interp.context(node, frame))
    derive(interp, inner.number, bases)
    interp.outer_bases[inner.number] = [base.payload.name for base in bases if isinstance(base.payload, External)]
    for attribute, value in {**attributes, "__name__": name}.items():
        cell = inner.number, attribute
        state.cells[cell] = join(state.cells.get(cell, NOTHING), value)
    interp.special_names.update(filter(is_special, attributes))
    cls = AbstractValue(Class(node, inner.number))
    _tell_bases(interp, cls, {}, node, frame, state)
    return single(cls)


def _tell_bases(
    interp: Interpreter, cls: AbstractValue, named: Mapping[str, Value], node: ast.AST, frame: Frame, state: State
) -> None:
    """``__init_subclass__`` of the first base that has it."""
    assert isinstance(cls.payload, Class)
    if "__init_subclass__" in interp.special_names:
        hook = find_in_class(interp, cls, "__init_subclass__", cls, state, after=cls)
        if hook is not None:
            interp.call(hook, Arguments([], dict(named)), node, frame, state)


def check_namespace(
    interp: Interpreter, metaclasses: Iterable[AbstractValue], node: ast.ClassDef, frame: Frame, state: State
) -> None:
    """Give up where the namespace that ``__prepare__`` gives for a class body has effects of its own."""
    for meta in metaclasses:
        prepare = find_in_class(interp, meta, "__prepare__", meta, state)
        given = Arguments([known(node.name)], star=opaque(0))
        made = NOTHING if prepare is None else interp.call(prepare, given, node, frame, state)
        for item in made.values():
            for name in ("__contains__", "__delitem__", "__getitem__", "__missing__", "__setitem__"):
                method = find_special(interp, item, (name,), state)
                text = Arguments(star=opaque(0))
                if method is not None and any(effects(interp, method, text, node, frame, state)):
                    interp.give_up(state, node, f"cannot tell how often Python calls `{name}` of this namespace")


def _made_by_metaclass(
    interp: Interpreter, cls: AbstractValue, node: ast.ClassDef, frame: Frame, state: State
) -> Value:
    """What the ``__new__`` of its metaclass makes of a class; ``__init__`` may change it afterwards."""
    assert isinstance(cls.payload, Class)
    result = NOTHING
    for meta in interp.metaclasses.get(cls.payload.frame, ()):
        given = [known(node.name), _bases(interp, cls, node, frame, state), _namespace(interp, cls, node, frame, state)]
        made = single(cls)
        maker = find_in_class(interp, meta, "__new__", None, state)
        if maker is not None:
            interp.created.append(cls)
            made = interp.call(maker, Arguments([single(meta), *given]), node, frame, state)
            interp.created.pop()
        starter = find_in_class(interp, meta, "__init__", cls, state)
        if starter is not None:
            interp.call(starter, Arguments(given), node, frame, state)
        result = join(result, made)
    return result or single(cls)


def _bases(interp: Interpreter, cls: AbstractValue, node: ast.ClassDef, frame: Frame, state: State) -> Value:
    assert isinstance(cls.payload, Class)
    items = tuple(single(base) for base in interp.bases[cls.payload.frame])
    return allocate(Elements("tuple", items), node, inside(frame.number, 1), state)


def _namespace(interp: Interpreter, cls: AbstractValue, node: ast.ClassDef, frame: Frame, state: State) -> Value:
    assert isinstance(cls.payload, Class)
    number = cls.payload.frame
    entries = {name: state.cells.get((number, name), opaque(0)) for name in interp.frames[number].scope.bindings}
    made = Mapped(entries, {name: known(name) for name in entries})
    return allocate(made, node, inside(frame.number, 2), state)


def _tell_name(interp: Interpreter, cls: AbstractValue, name: str, node: ast.AST, frame: Frame, state: State) -> None:
    """``__set_name__`` of what a class holds under a name."""
    assert isinstance(cls.payload, Class)
    for item in state.cells.get((cls.payload.frame, name), NOTHING).values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        hook = find_in_class(interp, found.of, "__set_name__", item, state) if isinstance(found, Instance) else None
        if hook is not None:
            interp.call(hook, Arguments([single(cls), known(name)]), node, frame, state)
