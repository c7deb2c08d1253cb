"""Iterables that may give elements without end."""

from __future__ import annotations

import ast
from collections.abc import Callable

from cgr_audit.analysis.scopes import Scopes

__all__ = ["READING", "may_be_endless"]

READING = frozenset({"read", "readline", "read1", "recv", "fetchone", "fetchmany"})
"""Methods that give something empty, or nothing, once all is read."""
_TAKING = frozenset({"get", "get_nowait"})
"""Methods of a queue: whoever fills it ends it with what the reader waits for. Only a queue's need no argument."""
_ENDLESS = frozenset({"itertools.count", "itertools.cycle"})
_ALL_OF_FIRST = frozenset({"builtins.enumerate", "builtins.iter", "itertools.accumulate", "itertools.pairwise"})
_ALL_OF_SECOND = frozenset({"builtins.filter", "itertools.filterfalse", "itertools.dropwhile", "itertools.starmap"})


def may_be_endless(iterable: ast.expr, scopes: Scopes, makes_endless: Callable[[ast.Call], bool]) -> bool:
    """Whether an expression is an endless iterator, or one that is made of such."""

    def is_endless(node: ast.expr) -> bool:
        if not isinstance(node, ast.Call):
            return False
        name = scopes.qualified_name(node.func)
        arguments = node.args
        if name in _ENDLESS:
            return True
        if name == "itertools.repeat":
            return len(arguments) == 1 and not node.keywords
        if name == "builtins.iter" and len(arguments) == 2:
            return not _reads(arguments[0])
        if name == "itertools.chain":
            return any(is_endless(argument) for argument in arguments)
        if name == "builtins.zip":
            return bool(arguments) and all(is_endless(argument) for argument in arguments)
        if name == "builtins.map":
            return len(arguments) > 1 and all(is_endless(argument) for argument in arguments[1:])
        if name == "itertools.islice":
            is_open = len(arguments) > 2 and isinstance(arguments[2], ast.Constant) and arguments[2].value is None
            return is_open and is_endless(arguments[0])
        if name in _ALL_OF_FIRST:
            return bool(arguments) and is_endless(arguments[0])
        if name in _ALL_OF_SECOND:
            return len(arguments) > 1 and is_endless(arguments[1])
        return makes_endless(node)

    return is_endless(iterable)


def _reads(function: ast.expr) -> bool:
    """``stream.readline``, ``partial(stream.read, 64)``, ``lambda: stream.read(64)``, or a queue's ``get``."""
    if isinstance(function, ast.Attribute) and function.attr in _TAKING:
        return True
    return any(isinstance(part, ast.Attribute) and part.attr in READING for part in ast.walk(function))
