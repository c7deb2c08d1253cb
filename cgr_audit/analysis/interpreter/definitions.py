"""Definitions of functions and classes, and imports: what binds names to something that is called."""

from __future__ import annotations

import ast

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.attributes import helper, store_attribute
from cgr_audit.analysis.interpreter.binding import keep_defaults
from cgr_audit.analysis.interpreter.class_lookup import derive, lineage
from cgr_audit.analysis.interpreter.descriptors import DECORATORS
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.new_classes import check_namespace, completed
from cgr_audit.analysis.interpreter.special_effects import check_annotations
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    AbstractValue,
    Attribute,
    Class,
    External,
    Function,
    Value,
    single,
)

__all__ = ["define_class", "define_function", "import_modules", "import_names"]

_CACHING = frozenset(f"functools.{name}" for name in ("cache", "cached_property", "lru_cache"))


def define_function(
    interp: Interpreter, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame, state: State
) -> State | None:
    """``def``: evaluate the defaults, apply the decorators, bind the name."""
    keep_defaults(interp, node.args, frame, state)
    parameters = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg)
    check_annotations(interp, [node.returns, *(part.annotation for part in parameters if part)], frame, state)
    value = single(AbstractValue(Function(node, frame.number)))
    for decorator in reversed(node.decorator_list):
        applied = interp.evaluate(decorator, frame, state)
        if all(isinstance(item.payload, Attribute) for item in applied.values()):
            _keep_wrapped(interp, decorator, value, frame, state)
            continue
        names = [item.payload.name for item in applied.values() if isinstance(item.payload, External)]
        if not _CACHING.isdisjoint(names):
            interp.caching.add(node)
        if len(names) == len(applied) and all(
            name.startswith(("abc.", "contextlib", "enum.", "functools", "typing."))
            and name not in DECORATORS
            and "singledispatch" not in name
            for name in names
        ):
            continue
        value = interp.call(applied, Arguments([value]), decorator, frame, state)
    interp.bind(frame.owner_of(node.name) or frame, node.name, value, state)
    return state


def _keep_wrapped(interp: Interpreter, decorator: ast.expr, value: Value, frame: Frame, state: State) -> None:
    """``functools.wraps(function)`` keeps the function."""
    if isinstance(decorator, ast.Call) and decorator.args:
        wrapped = interp.last.get(decorator.args[0], NOTHING)
        store_attribute(interp, value, "__wrapped__", wrapped, decorator, frame, state)


def define_class(interp: Interpreter, node: ast.ClassDef, frame: Frame, state: State) -> State | None:
    """``class``: run its body in a frame of its own, tell those who are told of a new class, bind the name."""
    inner = interp.frame(node, interp.scope_of[node], frame, interp.context(node, frame))
    bases = [interp.evaluate(base, frame, state) for base in node.bases]
    found = [item for base in bases for item in base.values()]
    named = {part.arg: interp.evaluate(part.value, frame, state) for part in node.keywords if part.arg is not None}
    derive(interp, inner.number, found)
    interp.outer_bases[inner.number] = [item.payload.name for item in found if isinstance(item.payload, External)]
    if any(len(value) > 1 for value in (*bases, named.get("metaclass", NOTHING))):
        interp.lose(state, node)  # which class it derives from is not known
    metaclasses = [item for item in named.pop("metaclass", NOTHING).values() if isinstance(item.payload, Class)]
    inherited = [meta for base in interp.bases[inner.number] for number, _ in lineage(interp, base)
                 for meta in interp.metaclasses.get(number, ())]  # fmt: skip
    metaclasses = metaclasses or inherited[:1]
    if metaclasses:
        interp.metaclasses[inner.number] = metaclasses
    check_namespace(interp, metaclasses, node, frame, state)
    end = interp.execute(node.body, inner, state)
    if end is None:
        return None
    check_annotations(interp, [part.annotation for part in node.body if isinstance(part, ast.AnnAssign)], inner, end)
    interp.special_names.update(name for name in inner.scope.bindings if name.startswith("__"))
    interp.has_descriptors |= not interp.special_names.isdisjoint(("__delete__", "__get__", "__set__"))
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
