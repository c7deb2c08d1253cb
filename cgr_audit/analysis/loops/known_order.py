"""What the tests around a statement say of the order of two variables."""

from __future__ import annotations

import ast

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.index import Index

__all__ = ["is_known_to_reach"]


def is_known_to_reach(index: Index, statement: ast.stmt, name: str, other: str) -> bool:
    """Whether a test around a statement says that one variable is no less than another."""
    inner: ast.AST = statement
    for around in index.ancestors(statement):
        if not isinstance(around, ast.If):
            return False
        match around.test:
            case ast.Compare(left=high, ops=[ast.Gt() | ast.GtE()], comparators=[low]):
                pair = (text_of(high), text_of(low))
            case ast.Compare(left=low, ops=[ast.Lt() | ast.LtE()], comparators=[high]):
                pair = (text_of(high), text_of(low))
            case _:
                pair = ("", "")
        if pair == ((name, other) if inner in around.body else (other, name)):
            return True
        inner = around
    return False
