"""Tests of whether the item can be parsed: a constant that depends on one is a fallback."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from cgr_audit.analysis.pattern_texts import takes_out
from cgr_audit.analysis.queries.markers import Markers, absent_text, is_absence

if TYPE_CHECKING:
    from cgr_audit.analysis.facts import Facts

__all__ = ["ItemParsing"]

_MATCHES = frozenset(("findall", "finditer", "fullmatch", "match", "search"))
_DEPTH = 6


class ItemParsing:
    """The tests of one program."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._markers = Markers(facts.index)

    def has_failed(self, test: ast.AST, outcome: int) -> bool:
        """Whether an outcome of a test says that the item, or a part of it, could not be read."""
        text = absent_text(test)
        if text is not None:
            return is_absence(test, outcome) and self._markers.is_marker(text)
        match test:
            case ast.Try() | ast.TryStar():
                return outcome > 0
            case (
                ast.Compare(left=left, ops=[op], comparators=[ast.Constant(value=bound)])
                | ast.Compare(
                    left=left, ops=[op], comparators=[ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=bound))]
                )
            ):
                return self._is_missing(left, op, bound, outcome)
        return outcome < 0 and self._takes_apart(test, _DEPTH)

    def _is_missing(self, left: ast.expr, op: ast.cmpop, bound: object, outcome: int) -> bool:
        """``found is None``, ``start == -1``, ``len(parts) < 4``: too little was found."""
        says_so = outcome > 0 if isinstance(op, ast.Is | ast.Eq | ast.Lt | ast.LtE) else outcome < 0
        if isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id == "len" and left.args:
            is_order = isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE) or bound == 0
            return says_so and is_order and self._takes_apart(left.args[0], _DEPTH)
        return says_so and (bound is None or bound in (0, 1)) and self._takes_apart(left, _DEPTH)

    def _takes_apart(self, node: ast.AST, depth: int) -> bool:
        """Whether an expression is what was found in a text: by a pattern, at a marker, or in marked lines."""
        if depth == 0:
            return False
        match node:
            case ast.Name():
                values = [binding.value for binding in self._facts.scopes.bindings_of(node)]
                found = [value for value in values if value is not None and not _is_empty(value)]
                return bool(found) and all(self._takes_apart(value, depth - 1) for value in found)
            case ast.NamedExpr(value=value) | ast.Starred(value=value):
                return self._takes_apart(value, depth - 1)
            case ast.Call(func=ast.Name(id="list" | "dict" | "tuple" | "set"), args=[value]):
                return self._takes_apart(value, depth - 1)
            case ast.Call(func=ast.Attribute(attr="find" | "rfind"), args=[ast.Constant(value=str(text)), *_]):
                return self._markers.is_marker(text)
            case ast.Call(func=ast.Attribute(attr="split" | "splitlines")):
                return True
            case ast.Call(func=ast.Attribute(value=holder, attr=method), args=arguments) if method in _MATCHES:
                return self._is_open(arguments[0]) if _is_re(holder) and arguments else self._is_compiled(holder)
            case ast.ListComp(generators=loops) | ast.DictComp(generators=loops) | ast.SetComp(generators=loops):
                tests = [part for loop in loops for test in loop.ifs for part in ast.walk(test)]
                texts = [part.value for part in tests if isinstance(part, ast.Constant) and isinstance(part.value, str)]
                is_taken = any(self._takes_apart(loop.iter, depth - 1) for loop in loops)
                return is_taken and all(map(self._markers.is_marker, texts))
        return False

    def _is_open(self, pattern: ast.expr) -> bool:
        text = self._facts.constants.text(pattern)
        return text is not None and takes_out(text)

    def _is_compiled(self, node: ast.expr) -> bool:
        bindings = self._facts.scopes.bindings_of(node) if isinstance(node, ast.Name) else []
        patterns = [one.value.args[0] for one in bindings if isinstance(one.value, ast.Call) and one.value.args]
        return bool(bindings) and len(patterns) == len(bindings) and all(map(self._is_open, patterns))


def _is_re(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("re", "regex")


def _is_empty(node: ast.expr) -> bool:
    """What a variable begins with, before something is found."""
    match node:
        case ast.Constant(value=None | "" | 0) | ast.List(elts=[]) | ast.Dict(keys=[]) | ast.Tuple(elts=[]):
            return True
    return False
