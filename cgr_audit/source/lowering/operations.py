"""What is put onto an expression that stands left of it: operators, attributes, calls, subscripts.

Each takes the left expression lowered already, and where it starts.
"""

from __future__ import annotations

import ast

import libcst as cst

from cgr_audit.source.lowering import operators
from cgr_audit.source.lowering.displays import generator_expression
from cgr_audit.source.lowering.names import LOAD, identifier
from cgr_audit.source.lowering.scan import LowerExpression, Scan

__all__ = [
    "attribute",
    "binary",
    "boolean",
    "call",
    "comparison",
    "conditional",
    "lower_argument",
    "starred",
    "subscript",
]


def binary(scan: Scan, node: cst.BinaryOperation, start: int, left: ast.expr, lower: LowerExpression) -> ast.expr:
    """``left + right`` and its kin."""
    operator, token = operators.BINARY[type(node.operator)]
    scan.take(token)
    right = lower(scan, node.right)
    return scan.place(ast.BinOp(left=left, op=operator(), right=right), start)


def boolean(scan: Scan, node: cst.BooleanOperation, start: int, left: ast.expr, lower: LowerExpression) -> ast.expr:
    """``left and right``; a chain of one operator is one node."""
    operator, token = operators.BOOLEAN[type(node.operator)]
    scan.take(token)
    right = lower(scan, node.right)
    before = node.left
    chained = isinstance(before, cst.BooleanOperation) and type(before.operator) is type(node.operator)
    if chained and not before.lpar and isinstance(left, ast.BoolOp):
        left.values.append(right)
        return scan.place(left, start)
    return scan.place(ast.BoolOp(op=operator(), values=[left, right]), start)


def comparison(scan: Scan, node: cst.Comparison, start: int, left: ast.expr, lower: LowerExpression) -> ast.expr:
    """``left < a <= b``."""
    compared: list[ast.cmpop] = []
    comparators = []
    for target in node.comparisons:
        operator, tokens = operators.COMPARISON[type(target.operator)]
        for token in tokens:
            scan.take(token)
        compared.append(operator())
        comparators.append(lower(scan, target.comparator))
    return scan.place(ast.Compare(left=left, ops=compared, comparators=comparators), start)


def conditional(scan: Scan, node: cst.IfExp, start: int, body: ast.expr, lower: LowerExpression) -> ast.expr:
    """``body if test else otherwise``."""
    scan.take("if")
    test = lower(scan, node.test)
    scan.take("else")
    otherwise = lower(scan, node.orelse)
    return scan.place(ast.IfExp(test=test, body=body, orelse=otherwise), start)


def attribute(scan: Scan, node: cst.Attribute, start: int, value: ast.expr, _lower: LowerExpression) -> ast.expr:
    """``value.name``."""
    scan.take(".")
    scan.take(node.attr.value)
    return scan.place(ast.Attribute(value=value, attr=identifier(node.attr), ctx=LOAD), start)


def call(scan: Scan, node: cst.Call, start: int, function: ast.expr, lower: LowerExpression) -> ast.expr:
    """``function(...)``."""
    positional: list[ast.expr] = []
    keywords: list[ast.keyword] = []
    only = node.args[0].value if len(node.args) == 1 else None
    if isinstance(only, cst.GeneratorExp) and not only.lpar and not node.args[0].star:
        # Its parentheses are those of the call.
        positional.append(generator_expression(scan, only, scan.begin(), lower))
    else:
        scan.take("(")
        for argument in node.args:
            lower_argument(scan, argument, positional, keywords, lower)
        scan.take(")")
    return scan.place(ast.Call(func=function, args=positional, keywords=keywords), start)


def subscript(scan: Scan, node: cst.Subscript, start: int, value: ast.expr, lower: LowerExpression) -> ast.expr:
    """``value[...]``."""
    scan.take("[")
    first = scan.begin()
    comma = False
    elements = []
    for element in node.slice:
        elements.append(_slice(scan, element.slice, lower))
        comma = scan.take_if(",")
    index = elements[0]
    if comma or len(elements) > 1 or isinstance(index, ast.Starred):
        index = scan.place(ast.Tuple(elts=elements, ctx=LOAD), first)
    scan.take("]")
    return scan.place(ast.Subscript(value=value, slice=index, ctx=LOAD), start)


def lower_argument(
    scan: Scan,
    argument: cst.Arg,
    positional: list[ast.expr],
    keywords: list[ast.keyword],
    lower: LowerExpression,
) -> None:
    """Lower one argument of a call or class and add it to its list."""
    start = scan.begin()
    if argument.star == "*":
        positional.append(starred(scan, argument, start, lower))
    elif argument.star == "**":
        scan.take("**")
        value = lower(scan, argument.value)
        keywords.append(scan.place(ast.keyword(arg=None, value=value), start))
    elif argument.keyword is not None:
        scan.take(argument.keyword.value)
        scan.take("=")
        value = lower(scan, argument.value)
        keywords.append(scan.place(ast.keyword(arg=identifier(argument.keyword), value=value), start))
    else:
        positional.append(lower(scan, argument.value))
    scan.take_if(",")


def starred(scan: Scan, node: cst.StarredElement | cst.Arg | cst.Index, start: int, lower: LowerExpression) -> ast.expr:
    """``*a``."""
    scan.take("*")
    return scan.place(ast.Starred(value=lower(scan, node.value), ctx=LOAD), start)


def _slice(scan: Scan, node: cst.BaseSlice, lower: LowerExpression) -> ast.expr:
    start = scan.begin()
    if isinstance(node, cst.Index):
        return starred(scan, node, start, lower) if node.star else lower(scan, node.value)
    assert isinstance(node, cst.Slice)
    first = None if node.lower is None else lower(scan, node.lower)
    scan.take(":")
    last = None if node.upper is None else lower(scan, node.upper)
    step = None
    if scan.take_if(":") and node.step is not None:
        step = lower(scan, node.step)
    return scan.place(ast.Slice(lower=first, upper=last, step=step), start)
