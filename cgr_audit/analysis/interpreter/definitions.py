"""Definitions of functions and classes, and imports: what binds names to something that is called."""

from __future__ import annotations

import ast

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.attributes import helper
from cgr_audit.analysis.interpreter.binding import keep_defaults
from cgr_audit.analysis.interpreter.new_classes import completed
from cgr_audit.analysis.interpreter.run import Frame, Run
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    Alternative,
    Attribute,
    Class,
    External,
    Function,
    single,
)

__all__ = ["define_class", "define_function", "import_modules", "import_names"]


_LEFT_AS_IS = frozenset(("cached_property", "classmethod", "deleter", "getter", "property", "setter", "staticmethod"))
"""Decorators that say how a function is reached and not what it does."""


def define_function(run: Run, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame, state: State) -> State | None:
    """``def``: evaluate the defaults, apply the decorators, bind the name."""
    keep_defaults(run, node.args, frame, state)
    value = single(Alternative(Function(node, frame.number)))
    bound = node.name
    for decorator in reversed(node.decorator_list):
        if isinstance(decorator, ast.Attribute) and decorator.attr in ("setter", "deleter"):
            bound = f"{node.name}.{decorator.attr}"
            run.special_names.add(bound)
        name = decorator.id if isinstance(decorator, ast.Name) else ""
        if name in _LEFT_AS_IS or (isinstance(decorator, ast.Attribute) and decorator.attr in _LEFT_AS_IS):
            continue
        applied = run.evaluate(decorator, frame, state)
        if all(isinstance(item.payload, Attribute) for item in applied.values()):
            continue
        names = [item.payload.name for item in applied.values() if isinstance(item.payload, External)]
        if len(names) == len(applied) and any(name.startswith(("functools", "contextlib")) for name in names):
            continue
        value = run.call(applied, Arguments([value]), decorator, frame, state)
    owner = frame.owner_of(node.name) or frame
    state.cells[(owner.number, bound)] = value
    return state


def define_class(run: Run, node: ast.ClassDef, frame: Frame, state: State) -> State | None:
    """``class``: run its body in a frame of its own, tell those who are told of a new class, bind the name."""
    inner = run.frame(node, run.scope_of[node], frame, (node, frame.number))
    found = [item for base in node.bases for item in run.evaluate(base, frame, state).values()]
    named = {part.arg: run.evaluate(part.value, frame, state) for part in node.keywords if part.arg is not None}
    run.bases[inner.number] = [item for item in found if isinstance(item.payload, Class)]
    run.outer_bases[inner.number] = [item.payload.name for item in found if isinstance(item.payload, External)]
    metaclasses = [item for item in named.pop("metaclass", NOTHING).values() if isinstance(item.payload, Class)]
    if metaclasses:
        run.metaclasses[inner.number] = metaclasses
    end = run.execute(node.body, inner, state)
    if end is None:
        return None
    run.special_names.update(name for name in inner.scope.bindings if name.startswith("__"))
    run.has_descriptors |= not run.special_names.isdisjoint(("__get__", "__set__"))
    value = completed(run, Alternative(Class(node, inner.number)), named, node, frame, end)
    owner = frame.owner_of(node.name) or frame
    end.cells[(owner.number, node.name)] = value
    return end


def import_modules(run: Run, node: ast.Import, frame: Frame, state: State) -> State | None:
    """``import a.b as c``."""
    for alias in node.names:
        name = alias.asname or alias.name.partition(".")[0]
        origin = alias.name if alias.asname else name
        owner = frame.owner_of(name) or frame
        state.cells[(owner.number, name)] = single(Alternative(External(origin)))
    del run
    return state


def import_names(run: Run, node: ast.ImportFrom, frame: Frame, state: State) -> State | None:
    """``from a import b as c``."""
    for alias in node.names:
        name = alias.asname or alias.name
        owner = frame.owner_of(name) or frame
        state.cells[(owner.number, name)] = helper(run, f"{node.module or ''}.{alias.name}", alias)
    return state
