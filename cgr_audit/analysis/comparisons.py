"""Comparison operators, seen from the other side and from the other outcome."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["MIRRORED"]

Operators = Mapping[type[ast.cmpop], type[ast.cmpop]]

MIRRORED: Operators = MappingProxyType(
    {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE, ast.Eq: ast.Eq, ast.NotEq: ast.NotEq}
)
"""What a comparison of numbers is with its sides exchanged."""
