"""Definitions of functions and classes, and imports: what binds names to something that is called."""

from __future__ import annotations

import ast

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.attributes import helper
from cgr_audit.analysis.interpreter.binding import keep_defaults
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.new_classes import completed
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    AbstractValue,
    Attribute,
    Class,
    External,
    Function,
    single,
)

__all__ = ["define_class", "define_function", "import_modules", "import_names"]


_LEFT_AS_IS = frozenset(("cached_property", "classmethod", "deleter", "getter", "property", "setter", "staticmethod"))
"""Decorators that say how a function is reached and not what it does."""


def define_function(
    interp: Interpreter, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame, state: State
) -> State | None:
    """``def``: evaluate the defaults, apply the decorators, bind the name."""
    keep_defaults(interp, node.args, frame, state)
    value = single(AbstractValue(Function(node, frame.number)))
    bound = node.name
    for decorator in reversed(node.decorator_list):
        if isinstance(decorator, ast.Attribute) and decorator.attr in ("setter", "deleter"):
            bound = f"{node.name}.{decorator.attr}"
            interp.special_names.add(bound)
        name = decorator.id if isinstance(decorator, ast.Name) else ""
        if name in _LEFT_AS_IS or (isinstance(decorator, ast.Attribute) and decorator.attr in _LEFT_AS_IS):
            continue
        applied = interp.evaluate(decorator, frame, state)
        if all(isinstance(item.payload, Attribute) for item in applied.values()):
            continue
        names = [item.payload.name for item in applied.values() if isinstance(item.payload, External)]
        if len(names) == len(applied) and any(
            name.startswith(("abc.", "contextlib", "enum.", "functools", "typing.")) and "singledispatch" not in name
            for name in names
        ):
            continue
        value = interp.call(applied, Arguments([value]), decorator, frame, state)
    interp.bind(frame.owner_of(node.name) or frame, bound, value, state)
    return state


def define_class(interp: Interpreter, node: ast.ClassDef, frame: Frame, state: State) -> State | None:
    """``class``: run its body in a frame of its own, tell those who are told of a new class, bind the name."""
    inner = interp.frame(node, interp.scope_of[node], frame, (node, frame.number))
    found = [item for base in node.bases for item in interp.evaluate(base, frame, state).values()]
    named = {part.arg: interp.evaluate(part.value, frame, state) for part in node.keywords if part.arg is not None}
    interp.bases[inner.number] = [item for item in found if isinstance(item.payload, Class)]
    interp.outer_bases[inner.number] = [item.payload.name for item in found if isinstance(item.payload, External)]
    metaclasses = [item for item in named.pop("metaclass", NOTHING).values() if isinstance(item.payload, Class)]
    if metaclasses:
        interp.metaclasses[inner.number] = metaclasses
    end = interp.execute(node.body, inner, state)
    if end is None:
        return None
    interp.special_names.update(name for name in inner.scope.bindings if name.startswith("__"))
    interp.has_descriptors |= not interp.special_names.isdisjoint(("__get__", "__set__"))
    value = completed(interp, AbstractValue(Class(node, inner.number)), named, node, frame, end)
    owner = frame.owner_of(node.name) or frame
    end.cells[(owner.number, node.name)] = value
    return end


def import_modules(interp: Interpreter, node: ast.Import, frame: Frame, state: State) -> State | None:
    """``import a.b as c``."""
    for alias in node.names:
        name = alias.asname or alias.name.partition(".")[0]
        origin = alias.name if alias.asname else name
        owner = frame.owner_of(name) or frame
        state.cells[(owner.number, name)] = single(AbstractValue(External(origin)))
    del interp
    return state


def import_names(interp: Interpreter, node: ast.ImportFrom, frame: Frame, state: State) -> State | None:
    """``from a import b as c``."""
    for alias in node.names:
        name = alias.asname or alias.name
        owner = frame.owner_of(name) or frame
        state.cells[(owner.number, name)] = helper(interp, f"{node.module or ''}.{alias.name}", alias)
    return state
