"""Keeping expected values that tests bind to names out of the program's instance."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator, Mapping, Set

from cgr_audit.scorecards.running.name_uses import Replacing, is_stored, names_bound, names_read
from cgr_audit.scorecards.running.split_assertions import EvaluatedInside, split_claim

__all__ = ["with_expected_values"]

_MOST_ROWS = 1_000
"""Rows of a table that a loop goes through."""
_MOST_PARTS = 200_000
"""Parts of the syntax tree that a loop becomes; loops in loops multiply."""


def with_expected_values(tests: ast.Module, trusted: Set[str]) -> ast.Module:
    """Tests with expected values written where they are claimed, so that the program never sees them.

    A name that is bound once, to a literal, and used for nothing but to be compared with, is replaced by the literal.
    A loop over a table that is written out, with an assertion in it, becomes what it does, row by row, and so does what
    it binds: a number or a text is written in the place of its name, which the program could rebind.

    Args:
        tests: the tests; they are changed.
        trusted: names that mean the same without the program.
    """
    bound = names_bound(tests)
    compared = frozenset(name for name in _only_compared(tests, trusted - bound.keys()) if bound[name] == 1)
    unrolling = _Unrolling(compared, _tables(tests, bound))
    unrolled = unrolling.visit(tests)
    values = {name: value for name, value in _assigned(unrolled) if name in compared and _is_literal(value)}
    written: ast.Module = Replacing(values, frozenset(values.keys() | unrolling.done)).visit(unrolled)
    return written


class _Unrolling(ast.NodeTransformer):
    """Puts what a loop over a table does, row by row, in its place."""

    def __init__(self, compared: frozenset[str], tables: Mapping[str, ast.expr]) -> None:
        self.done: set[str] = set()
        """Names of tables that nothing uses any more."""
        self._compared = compared
        self._tables = tables

    def visit_For(self, node: ast.For) -> ast.stmt | list[ast.stmt]:
        """The statements in its place."""
        self.generic_visit(node)
        names = _targets(node.target)
        rows = self._rows(node, names) if self._compared.intersection(names) or _asserts(node) else None
        if not rows:
            return node
        if isinstance(node.iter, ast.Name):
            self.done.add(node.iter.id)
        return [step for row in rows for step in self._steps(node, dict(zip(names, row, strict=True)))]

    def _rows(self, node: ast.For, names: list[str]) -> list[list[ast.expr]] | None:
        """The values of what it binds, row by row; nothing if they are not written out."""
        table = self._tables.get(node.iter.id) if isinstance(node.iter, ast.Name) else node.iter
        if not isinstance(table, ast.List | ast.Tuple) or not _is_literal(table) or len(table.elts) > _MOST_ROWS:
            return None
        parts = [part for statement in node.body for part in ast.walk(statement)]
        if node.orelse or any(isinstance(part, ast.Break | ast.Continue) for part in parts):
            return None
        if len(table.elts) * len(parts) > _MOST_PARTS:
            return None
        if isinstance(node.target, ast.Name):
            return [[row] for row in table.elts]
        rows = [row.elts for row in table.elts if isinstance(row, ast.List | ast.Tuple) and len(row.elts) == len(names)]
        return rows if len(rows) == len(table.elts) else None

    def _steps(self, node: ast.For, row: Mapping[str, ast.expr]) -> list[ast.stmt]:
        given = {name: value for name, value in row.items() if name not in self._compared}
        rebound = _rebound(node.body)
        expected = Replacing(
            {
                name: value
                for name, value in row.items()
                if name in self._compared or (name not in rebound and isinstance(value, ast.Constant | ast.UnaryOp))
            }
        )
        steps: list[ast.stmt] = [
            ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), node) for name, value in given.items()
        ]
        return steps + [expected.visit(copy.deepcopy(part)) for part in node.body]


def _asserts(node: ast.For) -> bool:
    return any(isinstance(part, ast.Assert) for part in ast.walk(node))


def _rebound(body: list[ast.stmt]) -> frozenset[str]:
    """Names that statements bind themselves."""
    parts = [part for statement in body for part in ast.walk(statement)]
    names = [part.id for part in parts if isinstance(part, ast.Name) and is_stored(part)]
    return frozenset([*names, *(part.arg for part in parts if isinstance(part, ast.arg))])


def _targets(target: ast.expr) -> list[str]:
    """The names that a loop binds; none where it binds anything else."""
    targets = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [one.id for one in targets if isinstance(one, ast.Name)]
    return names if len(names) == len(targets) else []


def _only_compared(tests: ast.Module, trusted: Set[str]) -> frozenset[str]:
    """Names whose every use is to be compared with, in an assertion, or to be shown in its message."""
    uses = names_read(tests)
    compared: Counter[str] = Counter()
    for statement in ast.walk(tests):
        if isinstance(statement, ast.Assert):
            compared.update(_bare_names(statement.test, trusted))
            if statement.msg is not None:
                compared.update(node.id for node in ast.walk(statement.msg) if isinstance(node, ast.Name))
    return frozenset(name for name, count in compared.items() if count == uses[name])


def _bare_names(test: ast.expr, trusted: Set[str]) -> Iterator[str]:
    """The names that an assertion asks for by themselves, once for each time."""
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
    for part in parts:
        try:
            asked = split_claim(part, trusted).asked
        except EvaluatedInside:
            continue
        for one in asked:
            match one:
                case ast.Name(id=name) | ast.List(elts=[ast.Starred(value=ast.Name(id=name))]):
                    yield name


def _tables(tests: ast.Module, bound: Counter[str]) -> dict[str, ast.expr]:
    """Tables that are bound to a name which one loop goes through, and nothing else uses."""
    uses = names_read(tests)
    looped = {node.iter.id for node in ast.walk(tests) if isinstance(node, ast.For) and isinstance(node.iter, ast.Name)}
    return {name: value for name, value in _assigned(tests) if name in looped and bound[name] == uses[name] == 1}


def _assigned(tests: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(tests):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value


def _is_literal(value: ast.expr) -> bool:
    try:
        ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True
