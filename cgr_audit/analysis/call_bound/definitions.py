"""Definitions of functions and classes, as their decorators leave them."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound import calls, objects, statements
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.expressions import evaluate, make_closure
from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import (
    TOP,
    ClassOf,
    Frame,
    Outside,
    Value,
)
from cgr_audit.analysis.expression_text import text_of

__all__ = ["call_of", "define_class", "define_function"]

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
        "__instancecheck__", "__mro_entries__", "__prepare__", "__set__", "__set_name__",
        "__setattr__", "__subclasscheck__",
    }
)  # fmt: skip
"""Methods that Python calls where the text of a program shows no call."""


_META_CLASSES = frozenset({"builtins.type", "abc.ABCMeta", "enum.EnumMeta", "enum.EnumType"})


def call_of(node: ast.expr) -> ast.Call:
    """A call to name where Python calls a special method of what ``node`` gives."""
    return node if isinstance(node, ast.Call) else ast.copy_location(ast.Call(node, [], []), node)


def define_function(machine: Machine, state: State, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame) -> None:
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
        site = call_of(decorator)
        value = calls.apply_value(machine, state, held, Arguments((value,)), site, frame)
    machine.assign(state, machine.variable(node.name, node, frame), value)


def _is_harmless_generic(machine: Machine) -> bool:
    """Whether no function that is registered with a generic one calls the solver, or changes anything."""
    functions: list[ast.FunctionDef | ast.AsyncFunctionDef] = [*machine.index.of(ast.FunctionDef)]
    functions += machine.index.of(ast.AsyncFunctionDef)
    for function in functions:
        names = {text_of(part).partition("(")[0].rpartition(".")[2] for part in function.decorator_list}
        if names & {"register", "singledispatch", "singledispatchmethod"}:
            reached = machine.graph.reachable([function])
            if function in machine.reaching or not machine.changing.isdisjoint(reached):
                return False
    return True


def define_class(machine: Machine, state: State, node: ast.ClassDef, frame: Frame) -> State | None:
    """Run the body of a class, and bind the class as its decorators leave it."""
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
    left = statements.run(machine, state, node.body, frame)
    if left is None:
        return None
    value = Value(callables=frozenset({ClassOf(node, frame, tuple(bases))}))
    _tell_bases(machine, left, node, bases, value, frame)
    for decorator in reversed(node.decorator_list):
        held = evaluate(machine, left, decorator, frame)
        if held.callables and not held.unknown and not any(isinstance(part, Outside) for part in held.callables):
            value = calls.apply_value(machine, left, held, Arguments((value,)), call_of(decorator), frame)
    machine.assign(left, machine.variable(node.name, node, frame), value)
    return left


def _tell_bases(
    machine: Machine, state: State, node: ast.ClassDef, bases: list[ClassOf], value: Value, frame: Frame
) -> None:
    """Run ``__init_subclass__`` of the first base that has one."""
    for base in bases:
        methods = objects.methods_of_class(state, base, "__init_subclass__")
        if methods:
            names = [keyword.arg for keyword in node.keywords if keyword.arg != "metaclass"]
            told = [method._replace(given=(value,)) for method in methods]
            arguments = Arguments((), tuple((name, TOP) for name in names if name is not None), is_open=None in names)
            calls.apply_all(machine, state, [*told], arguments, call_of(node.bases[0]), frame)
            return
