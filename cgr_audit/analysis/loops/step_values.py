"""Numbers, durations and fractions that are written out, or stand behind one name, where a loop uses them as a step."""

from __future__ import annotations

import ast

from cgr_audit.analysis.scopes import Scopes

__all__ = ["StepValues"]

_MADE_OF_PARTS = frozenset(
    {"datetime.timedelta", "fractions.Fraction", "decimal.Decimal", "dateutil.relativedelta.relativedelta"}
)
"""What makes a value above zero of parts that all are above zero."""
_NUMBERS = frozenset({"decimal.Decimal", "fractions.Fraction", "builtins.float", "builtins.int"})


class StepValues:
    """Answers for the expressions of one program."""

    def __init__(self, scopes: Scopes) -> None:
        self.scopes = scopes

    def number(self, node: ast.expr) -> float | None:
        """The number that an expression says, also through a name that is bound once."""
        match node:
            case ast.Constant(value=int() | float() as value):
                return value
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.number(operand)
                return None if inner is None else -inner
            case ast.Call(args=[ast.Constant(value=str() | int() | float() as said)], keywords=[]) if (
                self.scopes.qualified_name(node.func) in _NUMBERS
            ):
                return _read_number(said)
            case ast.Name():
                behind = self._behind(node)
                return self.number(behind) if isinstance(behind, ast.Constant | ast.UnaryOp | ast.Call) else None
        return None

    def is_positive(self, node: ast.expr) -> bool:
        """Whether a value is above zero; lengths are taken to be."""
        match node:
            case ast.Constant(value=int() | float() as value):
                return value > 0
            case ast.Call(func=ast.Name(id="len")):
                return True
            case ast.Call(func=ast.Name(id="max"), args=values):
                return any(self.is_positive(value) for value in values)
            case ast.Call(func=ast.Name(id="min"), args=values):
                return len(values) > 1 and all(self.is_positive(value) for value in values)
            case ast.IfExp(body=one, orelse=other):
                return self.is_positive(one) and self.is_positive(other)
            case ast.Call():
                return self._is_made_of_positive_parts(node)
            case ast.BinOp(left=left, op=ast.Add() | ast.Mult() | ast.Div(), right=right):
                return self.is_positive(left) and self.is_positive(right)
            case ast.Name():
                behind = self._behind(node)
                return isinstance(behind, ast.Constant | ast.Call) and self.is_positive(behind)
        return False

    def _is_made_of_positive_parts(self, call: ast.Call) -> bool:
        if self.scopes.qualified_name(call.func) not in _MADE_OF_PARTS:
            return False
        parts = [*call.args, *(keyword.value for keyword in call.keywords)]
        return bool(parts) and all(self.is_positive(part) or _says_positive(part) for part in parts)

    def _behind(self, name: ast.Name) -> ast.expr | None:
        bindings = self.scopes.bindings_of(name)
        return bindings[0].value if len(bindings) == 1 else None


def _says_positive(node: ast.expr) -> bool:
    """``"0.1"``, as in ``Decimal("0.1")``."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return False
    digits = node.value.replace(".", "", 1).replace("/", "", 1)
    return digits.isdecimal() and digits.strip("0") != ""


def _read_number(said: str | float) -> float | None:
    try:
        return float(said)
    except ValueError:
        return None
