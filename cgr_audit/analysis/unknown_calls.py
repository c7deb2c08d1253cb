"""Calls of functions that neither the program, nor Python, nor the contract provides."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator

from cgr_audit.analysis.builtin_names import BUILTINS
from cgr_audit.analysis.dotted_names import DottedNames
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.names.undefined_names import UndefinedName

__all__ = ["find_unknown_calls"]


def find_unknown_calls(
    index: Index, undefined: Iterable[UndefinedName], names: DottedNames, modules: Iterable[str]
) -> Iterator[str]:
    """The name of each such function, at its first call: one that nothing binds, or one of a module nobody provides.

    Args:
        index: of the program.
        undefined: its undefined names.
        names: what its expressions are called by.
        modules: the top-level modules that the contract provides.
    """
    unbound = {one.node.id for one in undefined if one.is_certain and not one.bindings}
    known = {*sys.stdlib_module_names, *BUILTINS, "builtins", *modules}
    found: dict[str, None] = {}
    for call in sorted(index.of(ast.Call), key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(call.func, ast.Name) and call.func.id in unbound:
            found.setdefault(call.func.id)
        else:
            found.update(dict.fromkeys(sorted(name for name in names.names(call.func) if _top(name) not in known)))
    yield from found


def _top(name: str) -> str:
    return name.partition(".")[0]
