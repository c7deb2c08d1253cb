"""Searches with a pattern that go on behind what they found last."""

from __future__ import annotations

import ast
import re

from cgr_audit.analysis.scopes import Scopes

__all__ = ["search_begins_at", "takes_something"]

_SEARCHING = frozenset({"match", "search", "fullmatch"})


def search_begins_at(node: ast.expr | None, scopes: Scopes) -> ast.expr | None:
    """Where ``pattern.search(text, place)`` begins to search; nothing for ``re.search`` and everything else."""
    match node:
        case ast.Call(func=ast.Attribute(value=pattern, attr=method), args=[_, place, *_]) if method in _SEARCHING:
            return None if scopes.qualified_name(pattern) in ("re", "regex") else place
    return None


def takes_something(search: ast.expr | None, scopes: Scopes) -> bool:
    """Whether what a search finds is longer than nothing; of a pattern that is not known this is taken to be so."""
    if isinstance(search, ast.Call) and (scopes.qualified_name(search.func) or "").startswith("re.") and search.args:
        said = search.args[0].value if isinstance(search.args[0], ast.Constant) else None
        return not isinstance(said, str) or _never_matches_nothing(said)
    pattern = search.func.value if isinstance(search, ast.Call) and isinstance(search.func, ast.Attribute) else None
    made = [pattern]
    if isinstance(pattern, ast.Name):
        made = [part for binding in scopes.bindings_of(pattern) for part in _parts(binding.value)]
    texts = [
        node.args[0].value
        for node in made
        if isinstance(node, ast.Call) and node.args and scopes.qualified_name(node.func) == "re.compile"
        if isinstance(node.args[0], ast.Constant)
    ]
    return all(_never_matches_nothing(text) for text in texts if isinstance(text, str))


def _parts(value: ast.expr | None) -> list[ast.expr]:
    if value is None:
        return []
    return value.elts if isinstance(value, ast.Tuple) else [value]


def _never_matches_nothing(pattern: str) -> bool:
    try:
        return re.compile(pattern).fullmatch("") is None
    except (re.error, OverflowError, RecursionError):
        return True
