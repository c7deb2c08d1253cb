"""Which argument of a call meets which parameter of a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.scopes import Function

__all__ = ["bind_arguments"]


def bind_arguments(call: ast.Call, function: Function, offset: int = 0) -> Iterator[tuple[ast.expr, ast.arg]]:
    """Pair the arguments of a call with the parameters they may meet.

    ``offset`` counts the parameters that are given already (1 for a bound method). What stands after a
    starred argument, and what a starred argument holds, is paired with every positional parameter it may
    meet; ``**mapping`` with every parameter that no other argument meets by name.
    """
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args][offset:]
    starred = False
    for place, given in enumerate(call.args):
        if isinstance(given, ast.Starred):
            starred = True
        if starred:
            for parameter in positional[place if isinstance(given, ast.Starred) else 0 :]:
                yield given, parameter
            if arguments.vararg is not None:
                yield given, arguments.vararg
        elif place < len(positional):
            yield given, positional[place]
        elif arguments.vararg is not None:
            yield given, arguments.vararg
    by_name = {parameter.arg: parameter for parameter in (*arguments.args, *arguments.kwonlyargs)}
    named = {keyword.arg for keyword in call.keywords}
    for keyword in call.keywords:
        if keyword.arg is None:
            for name, parameter in by_name.items():
                if name not in named:
                    yield keyword.value, parameter
            if arguments.kwarg is not None:
                yield keyword.value, arguments.kwarg
        elif keyword.arg in by_name:
            yield keyword.value, by_name[keyword.arg]
        elif arguments.kwarg is not None:
            yield keyword.value, arguments.kwarg
