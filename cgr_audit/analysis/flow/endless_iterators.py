"""Iterators that never run out."""

from __future__ import annotations

import ast
from collections.abc import Callable

from cgr_audit.analysis.scopes import Scopes

__all__ = ["endless_iterator"]


def endless_iterator(
    iterable: ast.expr, scopes: Scopes, makes_endless: Callable[[ast.Call], bool] | None = None
) -> ast.Call | None:
    """The call that makes an iterator without end, which an iterable is or numbers by ``enumerate``.

    ``itertools.cycle`` counts: it ends only where it never gives anything. ``makes_endless`` says the same of calls of
    the program's own functions.
    """
    if not isinstance(iterable, ast.Call):
        return None
    name = scopes.qualified_name(iterable.func)
    if name == "builtins.enumerate" and iterable.args:
        return endless_iterator(iterable.args[0], scopes, makes_endless)
    is_endless = name in ("itertools.count", "itertools.cycle") or (
        name == "itertools.repeat" and len(iterable.args) == 1 and not iterable.keywords
    )
    return iterable if is_endless or (makes_endless is not None and makes_endless(iterable)) else None
