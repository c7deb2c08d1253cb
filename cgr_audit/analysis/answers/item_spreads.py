"""Items spread into calls: ``Item(**item).gold`` and ``show(**item)`` read what the item holds under a name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cgr_audit.analysis.facts import Facts

__all__ = ["spread_into", "taken_parameters"]

_DEPTH = 6
_HOLDERS = frozenset(("argparse.Namespace", "builtins.dict", "types.SimpleNamespace"))
_MAKERS = frozenset(("collections.namedtuple", "dataclasses.make_dataclass"))


def spread_into(source: ast.expr, facts: Facts, depth: int = _DEPTH) -> ast.expr:
    """What an object's attributes or entries were spread from, by ``**`` or ``vars``; else the object itself."""
    if depth == 0:
        return source
    if isinstance(source, ast.Name):
        binding = facts.scopes.sole_binding(source)
        value = None if binding is None else binding.value
        found = spread_into(value, facts, depth - 1) if isinstance(value, ast.Call) else None
        return source if found is None or found is value else found
    if not isinstance(source, ast.Call):
        return source
    if facts.scopes.qualified_name(source.func) == "builtins.vars" and source.args:
        return spread_into(source.args[0], facts, depth - 1)
    spread = [keyword.value for keyword in source.keywords if keyword.arg is None]
    return spread_into(spread[0], facts, depth - 1) if spread and _makes_object(source.func, facts) else source


def taken_parameters(call: ast.Call, facts: Facts) -> Iterator[tuple[str, ast.expr]]:
    """The parameters that a function of the program uses, and that ``**`` in a call may fill, with what is spread."""
    spread = [keyword.value for keyword in call.keywords if keyword.arg is None]
    if not spread:
        return
    given = {keyword.arg for keyword in call.keywords}
    for function in facts.call_graph.targets(call).functions:
        arguments = function.args
        names = {one.arg for one in (*arguments.args, *arguments.kwonlyargs)} - given
        used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        yield from ((name, spread[0]) for name in sorted(names & used))


def _makes_object(function: ast.expr, facts: Facts) -> bool:
    if facts.scopes.qualified_name(function) in _HOLDERS:
        return True
    if not isinstance(function, ast.Name):
        return False
    return any(
        isinstance(one.node, ast.ClassDef) or _is_maker(one.value, facts) for one in facts.scopes.bindings_of(function)
    )


def _is_maker(value: ast.expr | None, facts: Facts) -> bool:
    return isinstance(value, ast.Call) and facts.scopes.qualified_name(value.func) in _MAKERS
