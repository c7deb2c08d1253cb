"""Operators: libcst's class, the node of ``ast`` that all programs share, and how it is written."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, Final

import libcst as cst

__all__ = ["OPERATORS"]

OPERATORS: Final[Mapping[type, tuple[Any, str]]] = {
    cst.Not: (ast.Not(), "not"),
    cst.Minus: (ast.USub(), "-"),
    cst.Plus: (ast.UAdd(), "+"),
    cst.BitInvert: (ast.Invert(), "~"),
    cst.And: (ast.And(), "and"),
    cst.Or: (ast.Or(), "or"),
    cst.Add: (ast.Add(), "+"),
    cst.Subtract: (ast.Sub(), "-"),
    cst.Multiply: (ast.Mult(), "*"),
    cst.MatrixMultiply: (ast.MatMult(), "@"),
    cst.Divide: (ast.Div(), "/"),
    cst.FloorDivide: (ast.FloorDiv(), "//"),
    cst.Modulo: (ast.Mod(), "%"),
    cst.Power: (ast.Pow(), "**"),
    cst.LeftShift: (ast.LShift(), "<<"),
    cst.RightShift: (ast.RShift(), ">>"),
    cst.BitAnd: (ast.BitAnd(), "&"),
    cst.BitOr: (ast.BitOr(), "|"),
    cst.BitXor: (ast.BitXor(), "^"),
    cst.AddAssign: (ast.Add(), "+="),
    cst.SubtractAssign: (ast.Sub(), "-="),
    cst.MultiplyAssign: (ast.Mult(), "*="),
    cst.MatrixMultiplyAssign: (ast.MatMult(), "@="),
    cst.DivideAssign: (ast.Div(), "/="),
    cst.FloorDivideAssign: (ast.FloorDiv(), "//="),
    cst.ModuloAssign: (ast.Mod(), "%="),
    cst.PowerAssign: (ast.Pow(), "**="),
    cst.LeftShiftAssign: (ast.LShift(), "<<="),
    cst.RightShiftAssign: (ast.RShift(), ">>="),
    cst.BitAndAssign: (ast.BitAnd(), "&="),
    cst.BitOrAssign: (ast.BitOr(), "|="),
    cst.BitXorAssign: (ast.BitXor(), "^="),
    cst.Equal: (ast.Eq(), "=="),
    cst.NotEqual: (ast.NotEq(), "!="),
    cst.LessThan: (ast.Lt(), "<"),
    cst.LessThanEqual: (ast.LtE(), "<="),
    cst.GreaterThan: (ast.Gt(), ">"),
    cst.GreaterThanEqual: (ast.GtE(), ">="),
    cst.Is: (ast.Is(), "is"),
    cst.IsNot: (ast.IsNot(), "is not"),
    cst.In: (ast.In(), "in"),
    cst.NotIn: (ast.NotIn(), "not in"),
}
