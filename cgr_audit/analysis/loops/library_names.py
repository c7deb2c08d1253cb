"""Whether a callee is what its name says: the program may have a function of its own of that name."""

from __future__ import annotations

import ast

from cgr_audit.analysis.scopes import Scopes

__all__ = ["is_from_library"]

_LIBRARIES = (
    "builtins.", "math.", "numpy.", "heapq.", "datetime.", "decimal.", "fractions.", "dateutil.relativedelta."
)  # fmt: skip


def is_from_library(function: ast.expr, scopes: Scopes) -> bool:
    """Whether a callee is a builtin or a function of a library of numbers, and not the program's own of that name."""
    name = scopes.qualified_name(function)
    if name is not None:
        return name.startswith(_LIBRARIES)
    base = function.value if isinstance(function, ast.Attribute) else function
    return isinstance(base, ast.Name) and scopes.lookup(base) is None
