"""Names, numbers, operators, attributes, calls, subscripts and other expressions that hold no list."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, Final

import libcst as cst

from cgr_audit.source.lowering.dispatch import handles, lower
from cgr_audit.source.lowering.literals import number_value
from cgr_audit.source.lowering.names import LOAD, identifier, target
from cgr_audit.source.lowering.operators import OPERATORS
from cgr_audit.source.lowering.parameters import lower_parameters
from cgr_audit.source.lowering.scan import Scan

__all__ = ["lower_arguments", "starred"]

_NAMED_CONSTANTS: Final[Mapping[str, bool | None]] = {"None": None, "True": True, "False": False}


@handles(cst.Name)
def _name(scan: Scan, node: cst.Name) -> ast.expr:
    value = node.value
    start = scan.take(value)
    if value in _NAMED_CONSTANTS:
        return scan.node(ast.Constant, start, value=_NAMED_CONSTANTS[value], kind=None)
    return scan.node(ast.Name, start, id=identifier(value), ctx=LOAD)


@handles(cst.Ellipsis)
def _ellipsis(scan: Scan, _node: cst.Ellipsis) -> ast.expr:
    return scan.node(ast.Constant, scan.take("..."), value=..., kind=None)


@handles(cst.Integer, cst.Float, cst.Imaginary)
def _number(scan: Scan, node: cst.Integer | cst.Float | cst.Imaginary) -> ast.expr:
    start = scan.take(node.value)
    try:
        return scan.node(ast.Constant, start, value=number_value(node.value), kind=None)
    except ValueError as error:
        raise scan.error(start, str(error)) from None


@handles(cst.UnaryOperation)
def _unary(scan: Scan, node: cst.UnaryOperation) -> ast.expr:
    operator, token = OPERATORS[type(node.operator)]
    return scan.node(ast.UnaryOp, scan.take(token), op=operator, operand=lower(scan, node.expression))


@handles(cst.BinaryOperation)
def _binary(scan: Scan, node: cst.BinaryOperation) -> ast.expr:
    """``a + b - c``: as long as it likes."""
    start, first, rest = scan.cursor, node.left, [node]
    while type(first) is cst.BinaryOperation and not first.lpar:
        rest.append(first)
        first = first.left
    left: ast.expr = lower(scan, first)
    while rest:
        node = rest.pop()
        operator, token = OPERATORS[type(node.operator)]
        scan.take(token)
        left = scan.node(ast.BinOp, start, left=left, op=operator, right=lower(scan, node.right))
    return left


@handles(cst.BooleanOperation)
def _boolean(scan: Scan, node: cst.BooleanOperation) -> ast.expr:
    """``a and b and c``: a chain of one operator is one node, and as long as it likes."""
    start, first, rest, kind = scan.cursor, node.left, [node.right], type(node.operator)
    while type(first) is cst.BooleanOperation and type(first.operator) is kind and not first.lpar:
        rest.append(first.right)
        first = first.left
    operator, token = OPERATORS[kind]
    values = [lower(scan, first)]
    while rest:
        scan.take(token)
        values.append(lower(scan, rest.pop()))
    return scan.node(ast.BoolOp, start, op=operator, values=values)


@handles(cst.Comparison)
def _comparison(scan: Scan, node: cst.Comparison) -> ast.expr:
    start = scan.cursor
    left, operators, comparators = lower(scan, node.left), [], []
    for compared in node.comparisons:
        operator, tokens = OPERATORS[type(compared.operator)]
        for token in tokens.split():
            scan.take(token)
        operators.append(operator)
        comparators.append(lower(scan, compared.comparator))
    return scan.node(ast.Compare, start, left=left, ops=operators, comparators=comparators)


@handles(cst.IfExp)
def _conditional(scan: Scan, node: cst.IfExp) -> ast.expr:
    start = scan.cursor
    body = lower(scan, node.body)
    scan.take("if")
    test = lower(scan, node.test)
    scan.take("else")
    return scan.node(ast.IfExp, start, test=test, body=body, orelse=lower(scan, node.orelse))


@handles(cst.Lambda)
def _lambda(scan: Scan, node: cst.Lambda) -> ast.expr:
    start = scan.take("lambda")
    parameters = lower_parameters(scan, node.params)
    scan.take(":")
    return scan.node(ast.Lambda, start, args=parameters, body=lower(scan, node.body))


@handles(cst.Await)
def _await(scan: Scan, node: cst.Await) -> ast.expr:
    return scan.node(ast.Await, scan.take("await"), value=lower(scan, node.expression))


@handles(cst.Yield)
def _yield(scan: Scan, node: cst.Yield) -> ast.expr:
    start = scan.take("yield")
    if isinstance(node.value, cst.From):
        scan.take("from")
        return scan.node(ast.YieldFrom, start, value=lower(scan, node.value.item))
    return scan.node(ast.Yield, start, value=None if node.value is None else lower(scan, node.value))


@handles(cst.NamedExpr)
def _named(scan: Scan, node: cst.NamedExpr) -> ast.expr:
    start = scan.cursor
    name = target(lower(scan, node.target))
    scan.take(":=")
    return scan.node(ast.NamedExpr, start, target=name, value=lower(scan, node.value))


@handles(cst.StarredElement)
def starred(scan: Scan, node: cst.StarredElement | cst.Arg | cst.Index) -> ast.expr:
    """``*a``."""
    return scan.node(ast.Starred, scan.take("*"), value=lower(scan, node.value), ctx=LOAD)


@handles(cst.Attribute)
def _attribute(scan: Scan, node: cst.Attribute) -> ast.expr:
    start = scan.cursor
    value = lower(scan, node.value)
    scan.take(".")
    name = node.attr.value
    scan.take(name)
    return scan.node(ast.Attribute, start, value=value, attr=identifier(name), ctx=LOAD)


@handles(cst.Call)
def _call(scan: Scan, node: cst.Call) -> ast.expr:
    start, function = scan.cursor, lower(scan, node.func)
    first = node.args[0].value if len(node.args) == 1 else None
    if type(first) is cst.GeneratorExp and not first.lpar and not node.args[0].star:
        # Its parentheses are those of the call.
        return scan.node(ast.Call, start, func=function, args=[lower(scan, first)], keywords=[])
    scan.take("(")
    positional, keywords = lower_arguments(scan, node.args)
    scan.take(")")
    return scan.node(ast.Call, start, func=function, args=positional, keywords=keywords)


def lower_arguments(scan: Scan, arguments: Any) -> tuple[list[ast.expr], list[ast.keyword]]:
    """Lower the arguments of a call or class: those without a keyword, and those with one."""
    positional: list[ast.expr] = []
    keywords: list[ast.keyword] = []
    for argument in arguments:
        if argument.star == "*":
            positional.append(starred(scan, argument))
        elif argument.star:
            start = scan.take("**")
            keywords.append(scan.node(ast.keyword, start, arg=None, value=lower(scan, argument.value)))
        elif argument.keyword is None:
            positional.append(lower(scan, argument.value))
        else:
            start = scan.take(argument.keyword.value)
            scan.take("=")
            name = identifier(argument.keyword.value)
            keywords.append(scan.node(ast.keyword, start, arg=name, value=lower(scan, argument.value)))
        scan.take_if(",")
    return positional, keywords


@handles(cst.Subscript)
def _subscript(scan: Scan, node: cst.Subscript) -> ast.expr:
    start = scan.cursor
    value = lower(scan, node.value)
    scan.take("[")
    first = scan.cursor
    elements, comma = [], False
    for element in node.slice:
        elements.append(_slice(scan, element.slice))
        comma = scan.take_if(",")
    index = elements[0]
    if comma or len(elements) > 1 or isinstance(index, ast.Starred):
        index = scan.node(ast.Tuple, first, elts=elements, ctx=LOAD)
    scan.take("]")
    return scan.node(ast.Subscript, start, value=value, slice=index, ctx=LOAD)


def _slice(scan: Scan, node: Any) -> Any:
    if isinstance(node, cst.Index):
        return starred(scan, node) if node.star else lower(scan, node.value)
    start = scan.cursor
    first = None if node.lower is None else lower(scan, node.lower)
    scan.take(":")
    last = None if node.upper is None else lower(scan, node.upper)
    step = lower(scan, node.step) if scan.take_if(":") and node.step is not None else None
    return scan.node(ast.Slice, start, lower=first, upper=last, step=step)
