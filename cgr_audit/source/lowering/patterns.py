"""Patterns of ``match`` statements."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, Final

import libcst as cst

from cgr_audit.source.lowering.expressions import lower_expression
from cgr_audit.source.lowering.names import identifier
from cgr_audit.source.lowering.scan import Scan

__all__ = ["lower_pattern"]

_SINGLETONS: Final[Mapping[str, bool | None]] = {"None": None, "True": True, "False": False}


def lower_pattern(scan: Scan, node: cst.MatchPattern) -> ast.pattern:
    """Lower a pattern with the parentheses around it, which are no part of it, save a sequence's."""
    if isinstance(node, cst.MatchValue):  # its parentheses are those of its value, which takes them
        return _value(scan, node)
    around: Any = node.lpar
    if isinstance(node, cst.MatchTuple):
        around = around[1:]
    for _ in around:
        scan.take("(")
    start = scan.begin()
    lowered = _PATTERNS[type(node)](scan, node, start)
    for _ in around:
        scan.take(")")
    return lowered


def _value(scan: Scan, node: cst.MatchValue) -> ast.pattern:
    value = lower_expression(scan, node.value)
    pattern = ast.MatchValue(value=value)
    pattern.lineno, pattern.col_offset = value.lineno, value.col_offset
    pattern.end_lineno, pattern.end_col_offset = value.end_lineno or 0, value.end_col_offset or 0
    return pattern


def _singleton(scan: Scan, node: cst.MatchSingleton, start: int) -> ast.pattern:
    scan.take(node.value.value)
    return scan.place(ast.MatchSingleton(value=_SINGLETONS[node.value.value]), start)


def _open_sequence(scan: Scan, node: cst.MatchList, start: int) -> ast.pattern:
    if node.lbracket is None:
        return scan.place(ast.MatchSequence(patterns=_elements(scan, node.patterns)), start)
    scan.take("[")
    elements = _elements(scan, node.patterns)
    scan.take("]")
    return scan.place(ast.MatchSequence(patterns=elements), start)


def _closed_sequence(scan: Scan, node: cst.MatchTuple, start: int) -> ast.pattern:
    scan.take("(")
    elements = _elements(scan, node.patterns)
    scan.take(")")
    return scan.place(ast.MatchSequence(patterns=elements), start)


def _elements(scan: Scan, elements: Any) -> list[ast.pattern]:
    lowered: list[ast.pattern] = []
    for element in elements:
        if isinstance(element, cst.MatchStar):
            start = scan.take("*")
            scan.take("_" if element.name is None else element.name.value)
            name = None if element.name is None else identifier(element.name)
            lowered.append(scan.place(ast.MatchStar(name=name), start))
        else:
            lowered.append(lower_pattern(scan, element.value))
        scan.take_if(",")
    return lowered


def _mapping(scan: Scan, node: cst.MatchMapping, start: int) -> ast.pattern:
    keys, patterns, rest = [], [], None
    scan.take("{")
    for element in node.elements:
        keys.append(lower_expression(scan, element.key))
        scan.take(":")
        patterns.append(lower_pattern(scan, element.pattern))
        scan.take_if(",")
    if node.rest is not None:
        scan.take("**")
        scan.take(node.rest.value)
        scan.take_if(",")
        rest = identifier(node.rest)
    scan.take("}")
    return scan.place(ast.MatchMapping(keys=keys, patterns=patterns, rest=rest), start)


def _class(scan: Scan, node: cst.MatchClass, start: int) -> ast.pattern:
    class_ = lower_expression(scan, node.cls)
    scan.take("(")
    patterns = _elements(scan, node.patterns)
    names, named = [], []
    for element in node.kwds:
        scan.take(element.key.value)
        scan.take("=")
        names.append(identifier(element.key))
        named.append(lower_pattern(scan, element.pattern))
        scan.take_if(",")
    scan.take(")")
    pattern = ast.MatchClass(cls=class_, patterns=patterns, kwd_attrs=names, kwd_patterns=named)
    return scan.place(pattern, start)


def _capture(scan: Scan, node: cst.MatchAs, start: int) -> ast.pattern:
    inner = None
    if node.pattern is not None:
        inner = lower_pattern(scan, node.pattern)
        scan.take("as")
    scan.take("_" if node.name is None else node.name.value)
    name = None if node.name is None else identifier(node.name)
    return scan.place(ast.MatchAs(pattern=inner, name=name), start)


def _alternatives(scan: Scan, node: cst.MatchOr, start: int) -> ast.pattern:
    patterns = []
    for element in node.patterns:
        patterns.append(lower_pattern(scan, element.pattern))
        scan.take_if("|")
    return scan.place(ast.MatchOr(patterns=patterns), start)


_PATTERNS: Final[Mapping[type, Callable[[Scan, Any, int], ast.pattern]]] = {
    cst.MatchSingleton: _singleton,
    cst.MatchList: _open_sequence,
    cst.MatchTuple: _closed_sequence,
    cst.MatchMapping: _mapping,
    cst.MatchClass: _class,
    cst.MatchAs: _capture,
    cst.MatchOr: _alternatives,
}
