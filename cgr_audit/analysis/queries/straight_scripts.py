"""Scripts whose answer is a constant at a glance: assignments in a row, with no solver, item, or chance in sight.

Where a contract names no solver and hands in no item, an answer is a literal unless something unknown comes into it.
Most such scripts are a dozen assignments of arithmetic, for which a whole abstract run is too much.
"""

from __future__ import annotations

import ast
from collections.abc import Set

from cgr_audit.analysis.builtin_names import BUILTINS

__all__ = ["plain_answer"]

_FUNCTIONS = BUILTINS - frozenset(
    ("__build_class__", "__import__", "breakpoint", "compile", "copyright", "credits", "delattr", "eval", "exec",
     "exit", "getattr", "globals", "help", "id", "input", "iter", "license", "locals", "map", "memoryview", "next",
     "open", "quit", "setattr", "super", "type", "vars")
)  # fmt: skip
_MODULES = frozenset(
    ("calendar", "cmath", "collections", "decimal", "fractions", "itertools", "math", "numbers", "operator",
     "statistics", "string", "sympy")
)  # fmt: skip

_STATEMENTS = (ast.Assign, ast.Expr, ast.AugAssign)
_LEFT_ALONE = (
    ast.Yield, ast.YieldFrom, ast.Await, ast.Lambda, ast.NamedExpr, ast.ListComp, ast.SetComp, ast.DictComp,
    ast.GeneratorExp, ast.Starred,
)  # fmt: skip
_TOKENS = (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)


def plain_answer(tree: ast.Module, variable: str, provided: Set[str]) -> ast.Name | None:
    """Where a script binds ``variable`` last, if nothing but assignments of what was bound before lead there.

    Anything that would need a closer look gives nothing; what is said of the others is what a run would say.
    """
    bound = set(provided)
    found: ast.Name | None = None
    for statement in tree.body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            if not _imports(statement, bound):
                return None
            continue
        if not isinstance(statement, _STATEMENTS) or not _is_plain(statement.value, bound):
            return None
        if isinstance(statement, ast.Expr):
            continue
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        if isinstance(statement, ast.AugAssign) and not _is_bound(statement.target, bound):
            return None
        for target in targets:
            if not isinstance(target, ast.Name):
                return None
            bound.add(target.id)
            found = target if target.id == variable else found
    return found


def _imports(statement: ast.Import | ast.ImportFrom, bound: set[str]) -> bool:
    for alias in statement.names:
        module = alias.name if isinstance(statement, ast.Import) else statement.module or ""
        if alias.name == "*" or module.partition(".")[0] not in _MODULES:
            return False
        bound.add(alias.asname or alias.name.partition(".")[0])
    return True


def _is_bound(target: ast.expr, bound: set[str]) -> bool:
    return isinstance(target, ast.Name) and target.id in bound


def _is_plain(expression: ast.expr, bound: set[str]) -> bool:
    """Whether an expression is computed from what is bound, by operators, functions that are known, and methods."""
    pending: list[ast.AST] = [expression]
    while pending:
        node = pending.pop()
        kind = type(node)
        if kind is ast.Name:
            if node.id not in bound and node.id not in _FUNCTIONS:  # type: ignore[attr-defined]
                return False
        elif kind is ast.BinOp:
            pending += (node.left, node.right)  # type: ignore[attr-defined]
        elif kind is ast.Call:
            pending.append(node.func)  # type: ignore[attr-defined]
            pending += node.args  # type: ignore[attr-defined]
            pending += node.keywords  # type: ignore[attr-defined]
        elif (kind is ast.Attribute and node.attr.startswith("__")) or isinstance(node, _LEFT_ALONE):  # type: ignore[attr-defined]
            return False
        elif kind is not ast.Constant:
            pending.extend(part for part in ast.iter_child_nodes(node) if not isinstance(part, _TOKENS))
    return True
