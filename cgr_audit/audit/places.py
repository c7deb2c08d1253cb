"""Places in a program that several rules point at."""

from __future__ import annotations

import ast
import re

from cgr_audit.audit.rule import TextContext
from cgr_audit.source.positions import Span

__all__ = ["header_span", "line_span", "name_span"]


def name_span(context: TextContext, definition: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Span:
    """The name in a definition's head; the whole definition where its head is spread over lines."""
    whole = context.span(definition)
    line = context.positions.lines[whole.line - 1]
    match = re.compile(r"\s*(?:async\s+)?(?:def|class)\s+(\w+)").match(line, whole.column - 1)
    if match is None:
        return whole
    return Span(whole.line, match.start(1) + 1, whole.line, match.end(1) + 1)


def header_span(context: TextContext, node: ast.AST) -> Span:
    """The span of a simple statement, a compound one up to its colon, or a comprehension's ``for`` without the word."""
    if isinstance(node, ast.comprehension):
        start, stop = context.span(node.target), context.span(node.iter)
        return Span(start.line, start.column, stop.end_line, stop.end_column)
    whole = context.span(node)
    match node:
        case ast.If(test=head) | ast.While(test=head) | ast.For(iter=head) | ast.AsyncFor(iter=head):
            last: ast.AST = head
        case ast.Match(subject=head):
            last = head
        case ast.With(items=items) | ast.AsyncWith(items=items):
            last = items[-1].optional_vars or items[-1].context_expr
        case _:
            return whole
    end = context.span(last)
    return Span(whole.line, whole.column, end.end_line, end.end_column)


def line_span(context: TextContext, number: int) -> Span:
    """A line of the original text, without the white space around it."""
    line = context.positions.lines[number - 1]
    end = len(line.rstrip()) + 1
    return Span(number, min(len(line) - len(line.lstrip()) + 1, end), number, end)
