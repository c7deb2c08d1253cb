"""Tuples, lists, sets, dictionaries and comprehensions."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

import libcst as cst

from cgr_audit.source.lowering.dispatch import handles, lower
from cgr_audit.source.lowering.names import LOAD, target
from cgr_audit.source.lowering.scan import Scan

__all__: list[str] = []

_COMPREHENSIONS: Final[Mapping[type, tuple[type[ast.expr], str]]] = {
    cst.GeneratorExp: (ast.GeneratorExp, "()"),
    cst.ListComp: (ast.ListComp, "[]"),
    cst.SetComp: (ast.SetComp, "{}"),
}


@handles(cst.Tuple)
def _tuple(scan: Scan, node: cst.Tuple) -> ast.expr:
    """A tuple; its own parentheses, if any, are part of it."""
    start = scan.take("(") if node.lpar else scan.cursor
    elements = _elements(scan, node)
    if node.lpar:
        scan.take(")")
    return scan.node(ast.Tuple, start, elts=elements, ctx=LOAD)


@handles(cst.List)
def _list(scan: Scan, node: cst.List) -> ast.expr:
    start, elements = scan.take("["), _elements(scan, node)
    scan.take("]")
    return scan.node(ast.List, start, elts=elements, ctx=LOAD)


@handles(cst.Set)
def _set(scan: Scan, node: cst.Set) -> ast.expr:
    start, elements = scan.take("{"), _elements(scan, node)
    scan.take("}")
    return scan.node(ast.Set, start, elts=elements)


def _elements(scan: Scan, node: cst.Tuple | cst.List | cst.Set) -> list[ast.expr]:
    lowered = []
    for element in node.elements:
        lowered.append(lower(scan, element if type(element) is cst.StarredElement else element.value))
        scan.take_if(",")
    return lowered


@handles(cst.Dict)
def _dict(scan: Scan, node: cst.Dict) -> ast.expr:
    keys: list[ast.expr | None] = []
    values: list[ast.expr] = []
    start = scan.take("{")
    for element in node.elements:
        if isinstance(element, cst.DictElement):
            keys.append(lower(scan, element.key))
            scan.take(":")
        else:
            scan.take("**")
            keys.append(None)
        values.append(lower(scan, element.value))
        scan.take_if(",")
    scan.take("}")
    return scan.node(ast.Dict, start, keys=keys, values=values)


@handles(cst.GeneratorExp, cst.ListComp, cst.SetComp)
def _comprehension(scan: Scan, node: cst.GeneratorExp | cst.ListComp | cst.SetComp) -> ast.expr:
    """``(a for b in c)``: the parentheses are its own, or those of the call that it is given to."""
    kind, brackets = _COMPREHENSIONS[type(node)]
    start = scan.take(brackets[0])
    if type(node.elt) is cst.StarredElement:  # from 3.15 on
        raise scan.error(scan.cursor, "unpacking in a comprehension is not read")
    element, loops = lower(scan, node.elt), _loops(scan, node.for_in)
    scan.take(brackets[1])
    return scan.node(kind, start, elt=element, generators=loops)


@handles(cst.DictComp)
def _dict_comprehension(scan: Scan, node: cst.DictComp) -> ast.expr:
    start = scan.take("{")
    key = lower(scan, node.key)
    scan.take(":")
    value, loops = lower(scan, node.value), _loops(scan, node.for_in)
    scan.take("}")
    return scan.node(ast.DictComp, start, key=key, value=value, generators=loops)


def _loops(scan: Scan, loop: cst.CompFor | None) -> list[ast.comprehension]:
    loops = []
    while loop is not None:
        if loop.asynchronous is not None:
            scan.take("async")
        scan.take("for")
        bound = target(lower(scan, loop.target))
        scan.take("in")
        iterated = lower(scan, loop.iter)
        tests = []
        for condition in loop.ifs:
            scan.take("if")
            tests.append(lower(scan, condition.test))
        is_async = int(loop.asynchronous is not None)
        loops.append(ast.comprehension(target=bound, iter=iterated, ifs=tests, is_async=is_async))
        loop = loop.inner_for_in
    return loops
