"""Whether a value is only shown: printed or logged, and nothing else depends on it."""

from __future__ import annotations

import ast

from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import Scope, Scopes

__all__ = ["is_only_shown"]

_CARRIERS = (
    ast.BinOp, ast.UnaryOp, ast.JoinedStr, ast.FormattedValue, ast.Tuple, ast.IfExp, ast.keyword, ast.Starred,
)  # fmt: skip
_SHOWERS = frozenset({"print", "debug", "info", "warning", "error", "exception", "critical", "log"})
_CONVERTERS = frozenset(
    {
        "round",
        "str",
        "int",
        "float",
        "abs",
        "format",
        "repr",
        "isoformat",
        "strftime",
        "timestamp",
        "total_seconds",
    }
)


def is_only_shown(node: ast.AST, index: Index, scopes: Scopes) -> bool:
    """Whether the value of an expression reaches nothing but output.

    The value is followed upwards through arithmetic and formatting, and through plain variables to their every use.
    Anything that is not understood counts as a use.
    """
    return _Follower(index, scopes).shown(node)


class _Follower:
    def __init__(self, index: Index, scopes: Scopes) -> None:
        self._index = index
        self._scopes = scopes
        self._visited: set[tuple[Scope, str]] = set()

    def shown(self, node: ast.AST) -> bool:
        parent = self._index.parent(node)
        match parent:
            case ast.Expr():
                return True
            case ast.Call(func=function) if function is node:
                return self.shown(parent)
            case ast.Call(func=function):
                name = _last_name(function)
                return name in _SHOWERS or (name in _CONVERTERS and self.shown(parent))
            case ast.Attribute(attr=name) if name in _CONVERTERS:
                return self.shown(parent)
            case ast.Assign(targets=[ast.Name() as target]) | ast.AnnAssign(target=ast.Name() as target):
                return self._all_uses_shown(target)
            case _ if isinstance(parent, _CARRIERS):
                return self.shown(parent)
        return False

    def _all_uses_shown(self, target: ast.Name) -> bool:
        found = self._scopes.used_in[target].lookup(target.id)
        if found is None:
            return False
        key = (found[0], target.id)
        if key in self._visited:
            return True
        self._visited.add(key)
        uses = self._uses(found[0], target.id)
        if not uses and found[0].is_module:
            return False  # the runner may read it
        return all(self.shown(use) for use in uses)

    def _uses(self, scope: Scope, name: str) -> list[ast.Name]:
        return [
            node
            for node in self._index.of(ast.Name)
            if node.id == name
            and isinstance(node.ctx, ast.Load)
            and (found := self._scopes.used_in[node].lookup(name)) is not None
            and found[0] is scope
        ]


def _last_name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
