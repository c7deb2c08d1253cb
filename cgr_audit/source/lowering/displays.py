"""Tuples, lists, sets, dictionaries and comprehensions."""

from __future__ import annotations

import ast
from typing import Any

import libcst as cst

from cgr_audit.source.lowering.names import LOAD, STORE, with_context
from cgr_audit.source.lowering.scan import LowerExpression, Scan

__all__ = [
    "dict_comprehension",
    "dict_display",
    "generator_expression",
    "list_comprehension",
    "list_display",
    "set_comprehension",
    "set_display",
    "tuple_display",
]


def tuple_display(scan: Scan, node: cst.Tuple, start: int, lower: LowerExpression) -> ast.expr:
    """A tuple; its own parentheses, if any, are part of it."""
    if not node.lpar:
        return scan.place(ast.Tuple(elts=_elements(scan, node.elements, lower), ctx=LOAD), start)
    scan.take("(")
    elements = _elements(scan, node.elements, lower)
    scan.take(")")
    return scan.place(ast.Tuple(elts=elements, ctx=LOAD), start)


def list_display(scan: Scan, node: cst.List, start: int, lower: LowerExpression) -> ast.expr:
    """``[a, b]``."""
    scan.take("[")
    elements = _elements(scan, node.elements, lower)
    scan.take("]")
    return scan.place(ast.List(elts=elements, ctx=LOAD), start)


def set_display(scan: Scan, node: cst.Set, start: int, lower: LowerExpression) -> ast.expr:
    """``{a, b}``."""
    scan.take("{")
    elements = _elements(scan, node.elements, lower)
    scan.take("}")
    return scan.place(ast.Set(elts=elements), start)


def dict_display(scan: Scan, node: cst.Dict, start: int, lower: LowerExpression) -> ast.expr:
    """``{a: b, **c}``."""
    keys: list[ast.expr | None] = []
    values: list[ast.expr] = []
    scan.take("{")
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
    return scan.place(ast.Dict(keys=keys, values=values), start)


def generator_expression(scan: Scan, node: cst.GeneratorExp, start: int, lower: LowerExpression) -> ast.expr:
    """``(a for b in c)``, with the parentheses, be they its own or those of the call that it is given to."""
    scan.take("(")
    element = _element(scan, node.elt, lower)
    loops = _loops(scan, node.for_in, lower)
    scan.take(")")
    return scan.place(ast.GeneratorExp(elt=element, generators=loops), start)


def list_comprehension(scan: Scan, node: cst.ListComp, start: int, lower: LowerExpression) -> ast.expr:
    """``[a for b in c]``."""
    scan.take("[")
    element = _element(scan, node.elt, lower)
    loops = _loops(scan, node.for_in, lower)
    scan.take("]")
    return scan.place(ast.ListComp(elt=element, generators=loops), start)


def set_comprehension(scan: Scan, node: cst.SetComp, start: int, lower: LowerExpression) -> ast.expr:
    """``{a for b in c}``."""
    scan.take("{")
    element = _element(scan, node.elt, lower)
    loops = _loops(scan, node.for_in, lower)
    scan.take("}")
    return scan.place(ast.SetComp(elt=element, generators=loops), start)


def dict_comprehension(scan: Scan, node: cst.DictComp, start: int, lower: LowerExpression) -> ast.expr:
    """``{a: b for c in d}``."""
    scan.take("{")
    key = lower(scan, node.key)
    scan.take(":")
    value = lower(scan, node.value)
    loops = _loops(scan, node.for_in, lower)
    scan.take("}")
    return scan.place(ast.DictComp(key=key, value=value, generators=loops), start)


def _elements(scan: Scan, elements: Any, lower: LowerExpression) -> list[ast.expr]:
    lowered = []
    for element in elements:
        lowered.append(lower(scan, element if isinstance(element, cst.StarredElement) else element.value))
        scan.take_if(",")
    return lowered


def _element(scan: Scan, element: cst.BaseExpression, lower: LowerExpression) -> ast.expr:
    """What a comprehension makes of each round."""
    if isinstance(element, cst.StarredElement):  # from 3.15 on
        raise scan.error(scan.begin(), "unpacking in a comprehension is not read")
    return lower(scan, element)


def _loops(scan: Scan, loop: cst.CompFor | None, lower: LowerExpression) -> list[ast.comprehension]:
    loops = []
    while loop is not None:
        if loop.asynchronous is not None:
            scan.take("async")
        scan.take("for")
        target = with_context(lower(scan, loop.target), STORE)
        scan.take("in")
        iterated = lower(scan, loop.iter)
        tests = []
        for condition in loop.ifs:
            scan.take("if")
            tests.append(lower(scan, condition.test))
        is_async = int(loop.asynchronous is not None)
        loops.append(ast.comprehension(target=target, iter=iterated, ifs=tests, is_async=is_async))
        loop = loop.inner_for_in
    return loops
