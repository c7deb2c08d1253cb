"""Patterns of ``match`` statements."""

from __future__ import annotations

import ast
from typing import Any

import libcst as cst

from cgr_audit.source.lowering.dispatch import handles, lower
from cgr_audit.source.lowering.names import identifier
from cgr_audit.source.lowering.scan import Scan

__all__: list[str] = []


@handles(cst.MatchValue)
def _value(scan: Scan, node: cst.MatchValue) -> ast.pattern:
    """A value, whose parentheses are those of the expression."""
    value = lower(scan, node.value)
    pattern = ast.MatchValue(value=value)
    return ast.copy_location(pattern, value)


@handles(cst.MatchSingleton)
def _singleton(scan: Scan, node: cst.MatchSingleton) -> ast.pattern:
    constant = lower(scan, node.value)
    return ast.copy_location(ast.MatchSingleton(value=constant.value), constant)


@handles(cst.MatchList)
def _open_sequence(scan: Scan, node: cst.MatchList) -> ast.pattern:
    brackets = ("", "") if node.lbracket is None else ("[", "]")
    return _sequence(scan, node, *brackets)


@handles(cst.MatchTuple)
def _closed_sequence(scan: Scan, node: cst.MatchTuple) -> ast.pattern:
    return _sequence(scan, node, "(", ")")


def _sequence(scan: Scan, node: cst.MatchList | cst.MatchTuple, opening: str, closing: str) -> ast.pattern:
    start = scan.take(opening) if opening else scan.cursor
    elements = _elements(scan, node.patterns)
    if closing:
        scan.take(closing)
    return scan.node(ast.MatchSequence, start, patterns=elements)


def _elements(scan: Scan, elements: Any) -> list[ast.pattern]:
    lowered: list[ast.pattern] = []
    for element in elements:
        if isinstance(element, cst.MatchStar):
            start = scan.take("*")
            lowered.append(scan.node(ast.MatchStar, start, name=_captured(scan, element.name)))
        else:
            lowered.append(lower(scan, element.value))
        scan.take_if(",")
    return lowered


def _captured(scan: Scan, name: cst.Name | None) -> str | None:
    """The name that a pattern binds; nothing for ``_``."""
    scan.take("_" if name is None else name.value)
    return None if name is None else identifier(name.value)


@handles(cst.MatchMapping)
def _mapping(scan: Scan, node: cst.MatchMapping) -> ast.pattern:
    keys, patterns, rest = [], [], None
    start = scan.take("{")
    for element in node.elements:
        keys.append(lower(scan, element.key))
        scan.take(":")
        patterns.append(lower(scan, element.pattern))
        scan.take_if(",")
    if node.rest is not None:
        scan.take("**")
        rest = _captured(scan, node.rest)
        scan.take_if(",")
    scan.take("}")
    return scan.node(ast.MatchMapping, start, keys=keys, patterns=patterns, rest=rest)


@handles(cst.MatchClass)
def _class(scan: Scan, node: cst.MatchClass) -> ast.pattern:
    start = scan.cursor
    class_ = lower(scan, node.cls)
    scan.take("(")
    patterns = _elements(scan, node.patterns)
    names, named = [], []
    for element in node.kwds:
        names.append(_captured(scan, element.key))
        scan.take("=")
        named.append(lower(scan, element.pattern))
        scan.take_if(",")
    scan.take(")")
    return scan.node(ast.MatchClass, start, cls=class_, patterns=patterns, kwd_attrs=names, kwd_patterns=named)


@handles(cst.MatchAs)
def _capture(scan: Scan, node: cst.MatchAs) -> ast.pattern:
    start, inner = scan.cursor, None
    if node.pattern is not None:
        inner = lower(scan, node.pattern)
        scan.take("as")
    return scan.node(ast.MatchAs, start, pattern=inner, name=_captured(scan, node.name))


@handles(cst.MatchOr)
def _alternatives(scan: Scan, node: cst.MatchOr) -> ast.pattern:
    start, patterns = scan.cursor, []
    for element in node.patterns:
        patterns.append(lower(scan, element.pattern))
        scan.take_if("|")
    return scan.node(ast.MatchOr, start, patterns=patterns)
