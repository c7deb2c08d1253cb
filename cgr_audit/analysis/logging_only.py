"""Whether a value is only printed or logged, so that nothing else depends on it."""

from __future__ import annotations

import ast

from cgr_audit.analysis.expression_text import last_name
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import Scope, Scopes

__all__ = ["is_logging_only"]

_CARRIERS = (
    ast.BinOp, ast.UnaryOp, ast.JoinedStr, ast.FormattedValue, ast.Tuple, ast.IfExp, ast.keyword, ast.Starred,
)  # fmt: skip
_LOGGERS = frozenset({"print", "debug", "info", "warning", "error", "exception", "critical", "log"})
_CONVERTERS = frozenset((
    "round", "str", "int", "float", "abs", "format", "repr", "isoformat", "strftime", "timestamp", "total_seconds",
    "len", "max", "mean", "min", "sum",
))  # fmt: skip


def is_logging_only(node: ast.AST, index: Index, scopes: Scopes) -> bool:
    """Whether the value of an expression reaches nothing but output.

    The value is followed upwards through arithmetic and formatting, and through plain variables to their every use.
    Anything that is not understood counts as a use.
    """
    return _Follower(index, scopes).is_logged(node)


class _Follower:
    def __init__(self, index: Index, scopes: Scopes) -> None:
        self._index = index
        self._scopes = scopes
        self._visited: set[tuple[Scope, str]] = set()
        self._attributes: set[str] = set()

    def is_logged(self, node: ast.AST) -> bool:
        parent = self._index.parent(node)
        match parent:
            case ast.Expr():
                return True
            case ast.Call(func=function) if function is node:
                return self.is_logged(parent)
            case ast.Call(func=ast.Attribute(value=ast.Name() as owner, attr="append")):
                return self._all_uses_logged(owner)
            case ast.Call(func=function):
                name = last_name(function)
                return name in _LOGGERS or (name in _CONVERTERS and self.is_logged(parent))
            case ast.Attribute(attr="append"):
                return True  # one more value of which the same is asked
            case ast.Attribute(attr=name) if name in _CONVERTERS:
                return self.is_logged(parent)
            case ast.Assign(targets=[ast.Name() as target]) | ast.AnnAssign(target=ast.Name() as target):
                return self._all_uses_logged(target)
            case ast.AugAssign(target=ast.Name() as target):
                return self._all_uses_logged(target)
            case (
                ast.Assign(targets=[ast.Attribute() as target])
                | ast.AnnAssign(target=ast.Attribute() as target)
                | ast.AugAssign(target=ast.Attribute() as target)
            ):
                return self._all_loads_logged(target.attr)
            case ast.Compare() | ast.BoolOp():
                return self._only_decides_output(parent)
            case _ if isinstance(parent, _CARRIERS):
                return self.is_logged(parent)
        return False

    def _all_uses_logged(self, target: ast.Name) -> bool:
        found = self._scopes.lookup(target)
        if found is None:
            return False
        key = (found.scope, target.id)
        if key in self._visited:
            return True
        self._visited.add(key)
        uses = self._uses(found.scope, target.id)
        if not uses and found.scope.is_module:
            return False  # the runner may read it
        return all(self.is_logged(use) for use in uses)

    def _all_loads_logged(self, attribute: str) -> bool:
        """Whether an attribute, of whatever object, is only printed or logged."""
        if attribute in self._attributes:
            return True
        self._attributes.add(attribute)
        loads = (node for node in self._index.of(ast.Attribute) if node.attr == attribute)
        return all(self.is_logged(node) for node in loads if isinstance(node.ctx, ast.Load))

    def _only_decides_output(self, test: ast.expr) -> bool:
        """Whether a test only decides whether something is printed or logged."""
        inner, around = test, self._index.parent(test)
        while isinstance(around, ast.BoolOp | ast.UnaryOp):
            inner, around = around, self._index.parent(around)
        if isinstance(around, ast.IfExp) and around.test is inner:
            return self.is_logged(around)
        if not isinstance(around, ast.If) or around.test is not inner:
            return False
        return all(_only_logs(statement) for statement in (*around.body, *around.orelse))

    def _uses(self, scope: Scope, name: str) -> list[ast.Name]:
        return [
            node
            for node in self._index.of(ast.Name)
            if node.id == name
            and isinstance(node.ctx, ast.Load)
            and (found := self._scopes.used_in[node].lookup(name)) is not None
            and found.scope is scope
        ]


def _only_logs(statement: ast.stmt) -> bool:
    match statement:
        case ast.Pass():
            return True
        case ast.Expr(value=ast.Call(func=function)):
            return last_name(function) in _LOGGERS
    return False
