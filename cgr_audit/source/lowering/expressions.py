"""Expressions.

Operators, calls, attributes and subscripts begin with their left operand. They are lowered without
recursion into it, so that long sums and call chains do not exhaust the stack: going down to the leftmost
expression the starts are noted, coming back each operator is put onto what stands left of it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, Final

import libcst as cst

from cgr_audit.source.lowering import displays, operations, operators
from cgr_audit.source.lowering.literals import number_value
from cgr_audit.source.lowering.names import LOAD, STORE, identifier, with_context
from cgr_audit.source.lowering.parameters import lower_parameters
from cgr_audit.source.lowering.scan import LowerExpression, Scan
from cgr_audit.source.lowering.strings import lower_string

__all__ = ["lower_expression"]

_NAMED_CONSTANTS: Final[Mapping[str, bool | None]] = {"None": None, "True": True, "False": False}


def lower_expression(scan: Scan, node: cst.BaseExpression) -> ast.expr:
    """Lower an expression with the parentheses around it.

    They are no part of it, save those of a tuple or generator.
    """
    pending: list[tuple[Any, int]] = []
    while True:
        _open(scan, node)
        pending.append((node, scan.begin()))
        left = _LEFT_OPERAND.get(type(node))
        if left is None:
            break
        node = getattr(node, left)
    node, start = pending.pop()
    first = _FIRST.get(type(node))
    if first is None:
        raise scan.error(start, f"{type(node).__name__} is not read")
    result = first(scan, node, start, lower_expression)
    _close(scan, node)
    while pending:
        node, start = pending.pop()
        result = _CONTINUED[type(node)](scan, node, start, result, lower_expression)
        _close(scan, node)
    return result


def _open(scan: Scan, node: Any) -> None:
    """Take the parentheses before an expression that are no part of it."""
    if node.lpar:
        for _ in node.lpar[1:] if isinstance(node, _PARENTHESISED) else node.lpar:
            scan.take("(")


def _close(scan: Scan, node: Any) -> None:
    if node.rpar:
        for _ in node.rpar[1:] if isinstance(node, _PARENTHESISED) else node.rpar:
            scan.take(")")


def _name(scan: Scan, node: cst.Name, start: int, _lower: LowerExpression) -> ast.expr:
    value = node.value
    scan.take(value)
    if value in _NAMED_CONSTANTS:
        return scan.place(ast.Constant(value=_NAMED_CONSTANTS[value], kind=None), start)
    return scan.place(ast.Name(id=identifier(node), ctx=LOAD), start)


def _ellipsis(scan: Scan, _node: cst.Ellipsis, start: int, _lower: LowerExpression) -> ast.expr:
    scan.take("...")
    return scan.place(ast.Constant(value=..., kind=None), start)


def _number(scan: Scan, node: cst.BaseNumber, start: int, _lower: LowerExpression) -> ast.expr:
    literal: str = node.value  # type: ignore[attr-defined]
    scan.take(literal)
    try:
        value = number_value(literal)
    except ValueError as error:
        raise scan.error(start, str(error)) from None
    return scan.place(ast.Constant(value=value, kind=None), start)


def _unary(scan: Scan, node: cst.UnaryOperation, start: int, lower: LowerExpression) -> ast.expr:
    operator, token = operators.UNARY[type(node.operator)]
    scan.take(token)
    return scan.place(ast.UnaryOp(op=operator(), operand=lower(scan, node.expression)), start)


def _lambda(scan: Scan, node: cst.Lambda, start: int, lower: LowerExpression) -> ast.expr:
    scan.take("lambda")
    parameters = lower_parameters(scan, node.params, lower)
    scan.take(":")
    return scan.place(ast.Lambda(args=parameters, body=lower(scan, node.body)), start)


def _await(scan: Scan, node: cst.Await, start: int, lower: LowerExpression) -> ast.expr:
    scan.take("await")
    return scan.place(ast.Await(value=lower(scan, node.expression)), start)


def _yield(scan: Scan, node: cst.Yield, start: int, lower: LowerExpression) -> ast.expr:
    scan.take("yield")
    if isinstance(node.value, cst.From):
        scan.take("from")
        return scan.place(ast.YieldFrom(value=lower(scan, node.value.item)), start)
    value = None if node.value is None else lower(scan, node.value)
    return scan.place(ast.Yield(value=value), start)


def _named(scan: Scan, node: cst.NamedExpr, start: int, lower: LowerExpression) -> ast.expr:
    target = with_context(lower(scan, node.target), STORE)
    scan.take(":=")
    value = lower(scan, node.value)
    return scan.place(ast.NamedExpr(target=target, value=value), start)  # type: ignore[arg-type]


_PARENTHESISED: Final = (cst.Tuple, cst.GeneratorExp)
_First = Callable[[Scan, Any, int, LowerExpression], ast.expr]
_Continued = Callable[[Scan, Any, int, ast.expr, LowerExpression], ast.expr]

_FIRST: Final[Mapping[type, _First]] = {
    cst.Name: _name,
    cst.Ellipsis: _ellipsis,
    cst.Integer: _number,
    cst.Float: _number,
    cst.Imaginary: _number,
    cst.SimpleString: lower_string,
    cst.FormattedString: lower_string,
    cst.TemplatedString: lower_string,
    cst.ConcatenatedString: lower_string,
    cst.UnaryOperation: _unary,
    cst.Lambda: _lambda,
    cst.Await: _await,
    cst.Yield: _yield,
    cst.NamedExpr: _named,
    cst.StarredElement: operations.starred,
    cst.Tuple: displays.tuple_display,
    cst.List: displays.list_display,
    cst.Set: displays.set_display,
    cst.Dict: displays.dict_display,
    cst.GeneratorExp: displays.generator_expression,
    cst.ListComp: displays.list_comprehension,
    cst.SetComp: displays.set_comprehension,
    cst.DictComp: displays.dict_comprehension,
}

_LEFT_OPERAND: Final[Mapping[type, str]] = {
    cst.BinaryOperation: "left",
    cst.BooleanOperation: "left",
    cst.Comparison: "left",
    cst.IfExp: "body",
    cst.Attribute: "value",
    cst.Call: "func",
    cst.Subscript: "value",
}

_CONTINUED: Final[Mapping[type, _Continued]] = {
    cst.BinaryOperation: operations.binary,
    cst.BooleanOperation: operations.boolean,
    cst.Comparison: operations.comparison,
    cst.IfExp: operations.conditional,
    cst.Attribute: operations.attribute,
    cst.Call: operations.call,
    cst.Subscript: operations.subscript,
}
