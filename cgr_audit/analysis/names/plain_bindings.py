"""The common case of bound names, decided without a control-flow graph."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from cgr_audit.analysis.index import Index, blocks_of, position_of
from cgr_audit.analysis.scopes import Binding, BindingKind

__all__ = ["binds_before_every_read", "statement_of"]

_UNBINDING = frozenset({BindingKind.DELETION, BindingKind.EXCEPTION})
_TARGETS = (ast.Tuple, ast.List, ast.Starred)


def binds_before_every_read(
    index: Index, bindings: Sequence[Binding], first: ast.Name | None, last: ast.Name | None
) -> bool:
    """Whether the first binding certainly comes before all readings, for it stands in a block that holds them all.

    Args:
        index: the index of the program.
        bindings: all that binds the name, in the order of the text.
        first: the first reading in the text; nothing asks about readings after the whole body has run.
        last: the last one.
    """
    if any(binding.kind in _UNBINDING for binding in bindings):
        return False
    binding = bindings[0]
    if binding.kind.is_parameter:
        return True
    if binding.kind is BindingKind.LOOP and isinstance(index.parent(binding.node), ast.comprehension):
        return len(index.parent(index.parent(binding.node)).generators) == 1  # type: ignore[arg-type,union-attr]
    statement = _binding_statement(index, binding)
    if statement is None:
        return False
    if isinstance(statement, ast.For | ast.AsyncFor | ast.With | ast.AsyncWith):
        block = statement.body
        begins: tuple[int, int] = (block[0].lineno, block[0].col_offset)
    else:
        found = _block_of(index, statement)
        if found is None:
            return False
        block = found
        begins = (statement.end_lineno or 0, statement.end_col_offset or 0)
    if first is None or last is None:
        return isinstance(index.parent(statement), ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    ends = (block[-1].end_lineno or 0, block[-1].end_col_offset or 0)
    return begins <= (first.lineno, first.col_offset) and (last.lineno, last.col_offset) <= ends


def statement_of(index: Index, node: ast.AST) -> ast.AST:
    """The statement, case or handler that a node belongs to, for which a block of the graph stands."""
    if isinstance(node, ast.stmt):
        return node
    for parent in index.ancestors(node):
        if isinstance(parent, ast.stmt | ast.match_case | ast.ExceptHandler):
            return parent
    return index.tree


def _binding_statement(index: Index, binding: Binding) -> ast.stmt | None:
    """The statement that binds for certain when it has run."""
    node = binding.node
    if isinstance(node, ast.stmt):
        return node
    parent = index.parent(node)
    while isinstance(parent, _TARGETS):
        parent = index.parent(parent)
    if isinstance(parent, ast.withitem):
        parent = index.parent(parent)
    if isinstance(parent, ast.AugAssign):
        return None
    return parent if isinstance(parent, ast.stmt) else None


def _block_of(index: Index, statement: ast.stmt) -> list[ast.stmt] | None:
    parent, place = index.parent(statement), position_of(statement)
    blocks = () if parent is None else blocks_of(parent)
    return next((block for block in blocks if position_of(block[0]) <= place <= position_of(block[-1])), None)
