"""Which exceptions a context manager keeps from leaving its ``with`` block."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from cgr_audit.analysis.scopes import BindingKind, Scopes

__all__ = ["kept_back", "swallows"]

_STACKS = frozenset({"contextlib.ExitStack", "contextlib.AsyncExitStack"})
_ENTERING = frozenset({"enter_context", "enter_async_context", "push", "push_async_exit"})
_MOST_DEPTH = 4


def swallows(manager: ast.expr, scopes: Scopes, body: Iterable[ast.stmt] = ()) -> bool:
    """Whether a context manager may keep an exception from leaving its block, ``body``."""
    return any(True for _ in kept_back(manager, scopes, body))


def kept_back(
    manager: ast.expr, scopes: Scopes, body: Iterable[ast.stmt], depth: int = _MOST_DEPTH
) -> Iterator[ast.expr | None]:
    """The classes of the exceptions that a context manager may keep back; nothing stands for any class."""
    if isinstance(manager, ast.Name) and depth:
        for value in _held(manager, scopes):
            yield from kept_back(value, scopes, body, depth - 1)
    if not isinstance(manager, ast.Call):
        return
    name = scopes.qualified_name(manager.func)
    if name == "contextlib.suppress":
        yield from manager.args
    elif name in _STACKS and depth:
        for entered in _entered(body):
            yield from kept_back(entered, scopes, (), depth - 1)
    elif isinstance(manager.func, ast.Name):
        for binding in scopes.bindings_of(manager.func):
            yield from _by_definition(binding.node)


def _held(name: ast.Name, scopes: Scopes) -> Iterator[ast.expr]:
    """The calls that a variable may hold the results of."""
    for binding in scopes.bindings_of(name):
        if binding.kind is BindingKind.ASSIGNMENT and isinstance(binding.value, ast.Call | ast.Name):
            yield binding.value
        elif binding.kind is BindingKind.UNPACKING and isinstance(binding.value, ast.Tuple | ast.List):
            yield from (part for part in binding.value.elts if isinstance(part, ast.Call))


def _entered(body: Iterable[ast.stmt]) -> Iterator[ast.expr]:
    """What is put on an exit stack in a block."""
    for statement in body:
        for part in ast.walk(statement):
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in _ENTERING:
                yield from part.args[:1]


def _by_definition(node: ast.AST) -> Iterator[ast.expr | None]:
    """What a class or a generator function of the program keeps back."""
    if isinstance(node, ast.ClassDef):
        exits = (ast.FunctionDef, ast.AsyncFunctionDef)
        for method in node.body:
            if isinstance(method, exits) and method.name in ("__exit__", "__aexit__"):
                yield from _by_exit(method)
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for found in ast.walk(node):
            if isinstance(found, ast.Try) and _yields(found.body):
                yield from (handler.type for handler in found.handlers if _may_end(handler.body))
                if any(isinstance(part, ast.Return) for one in found.finalbody for part in ast.walk(one)):
                    yield None


def _yields(body: list[ast.stmt]) -> bool:
    return any(isinstance(part, ast.Yield) for statement in body for part in ast.walk(statement))


def _may_end(body: list[ast.stmt]) -> bool:
    """Whether a handler may end without raising."""
    leaves = any(isinstance(part, ast.Return) for statement in body for part in ast.walk(statement))
    return leaves or not isinstance(body[-1], ast.Raise)


def _by_exit(method: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr | None]:
    """What the returns of an ``__exit__`` say about an exception that it is given."""
    given = {parameter.arg for parameter in (*method.args.posonlyargs, *method.args.args)[1:]}
    return _in_block(method.body, given)


def _in_block(body: list[ast.stmt], given: set[str]) -> Iterator[ast.expr | None]:
    for statement in body:
        taken: list[ast.stmt] = []
        if isinstance(statement, ast.If) and _asks_for_none(statement.test, given):
            taken = statement.orelse
        elif isinstance(statement, ast.If) and _asks_for_one(statement.test, given):
            taken = statement.body
        else:
            returns = (part for part in ast.walk(statement) if isinstance(part, ast.Return) and part.value is not None)
            for found in returns:
                yield from _returned(found.value, given)  # type: ignore[arg-type]
        yield from _in_block(taken, given)
        if isinstance(taken[-1] if taken else statement, ast.Return | ast.Raise):
            return


def _returned(value: ast.expr, given: set[str]) -> Iterator[ast.expr | None]:
    """For which exceptions a value that ``__exit__`` gives is true."""
    match value:
        case ast.Constant(value=constant) if not constant:
            return
        case ast.Call(func=ast.Name(id="issubclass" | "isinstance"), args=[ast.Name(id=asked), kind]) if asked in given:
            yield kind
        case ast.Compare(left=ast.Name(id=asked), ops=[ast.Is() | ast.Eq()], comparators=[ast.Name() as kind]) if (
            asked in given
        ):
            yield kind
        case ast.BoolOp(op=ast.And(), values=values):
            parts = [list(_returned(part, given)) for part in values]
            yield from next((kinds for kinds in parts if None not in kinds), [None])
        case _ if not _asks_for_none(value, given):
            yield None


def _asks_for_one(test: ast.expr, given: set[str]) -> bool:
    """Whether a test holds wherever an exception was raised: ``kind is not None``, ``error``."""
    match test:
        case ast.Name(id=asked):
            return asked in given
        case ast.Compare(left=ast.Name(id=asked), ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return asked in given
    return False


def _asks_for_none(test: ast.expr, given: set[str]) -> bool:
    """Whether a test holds only where no exception was raised: ``kind is None``, ``not error``."""
    match test:
        case ast.Compare(left=ast.Name(id=asked), ops=[ast.Is() | ast.Eq()], comparators=[ast.Constant(value=None)]):
            return asked in given
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=asked)):
            return asked in given
    return False
