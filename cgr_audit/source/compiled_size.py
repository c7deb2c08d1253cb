"""Programs from which a compiler makes far more than they hold.

CPython writes the body of a ``finally`` once for every way to leave its ``try``, so that blocks in each other multiply,
and takes a sequence pattern apart in steps that grow with the square of the names it binds. Compiling two kilobytes can
so take all of a machine's memory, here as in any interpreter. The functions of one body take time that grows with the
square of their number.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

__all__ = ["outgrown"]

_MOST_STATEMENTS = 100_000
"""How many statements may be written for all ``finally`` blocks together."""
_MOST_NAMES = 1_000
"""How many names one sequence pattern may bind."""
_MOST_BODIES = 5_000
"""How many functions, lambdas and comprehensions one program may hold."""
_BODIES = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip
_BODY_WORDS = ("def ", "lambda", "for ")
_LEAVING = (ast.Return, ast.Break, ast.Continue)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def outgrown(text: str, read: Callable[[], ast.Module]) -> ast.stmt | ast.expr | None:
    """What is too much for a compiler; nothing if nothing is. ``read`` parses it where its words ask for it."""
    has_bodies = sum(map(text.count, _BODY_WORDS)) > _MOST_BODIES
    has_finally, has_patterns = "finally" in text, "match" in text and "case" in text
    if not has_bodies and not has_finally and not has_patterns:
        return None
    tree = read()
    if has_bodies:
        bodies = [node for node in ast.walk(tree) if isinstance(node, _BODIES)]
        if len(bodies) > _MOST_BODIES:
            return bodies[_MOST_BODIES]
    if has_finally:
        found = _finally_blocks(tree)
        if found is not None:
            return found
    for node in ast.walk(tree) if has_patterns else ():
        if isinstance(node, ast.Match) and any(_bound_names(case.pattern) > _MOST_NAMES for case in node.cases):
            return node
    return None


def _finally_blocks(tree: ast.Module) -> ast.stmt | None:
    """The innermost ``try`` whose ``finally`` is written too often."""
    sizes: dict[ast.AST, tuple[int, int]] = {}
    for node in _inner_first(tree):
        statements, leaving = _sums(sizes, _parts(node))
        if isinstance(node, ast.Try) and node.finalbody:
            copies = 2 + leaving
            last, last_leaving = _sums(sizes, node.finalbody)
            statements, leaving = statements + copies * last, leaving + copies * last_leaving
            if statements > _MOST_STATEMENTS and copies * last > statements // 2:
                return node
        sizes[node] = statements + 1, 0 if isinstance(node, _SCOPES) else leaving + isinstance(node, _LEAVING)
    return None


def _inner_first(tree: ast.Module) -> Iterator[ast.stmt | ast.ExceptHandler | ast.match_case]:
    """Every statement, after those inside it."""
    order: list[ast.stmt | ast.ExceptHandler | ast.match_case] = list(tree.body)
    for node in order:
        order += _parts(node)
        order += getattr(node, "finalbody", [])
    return reversed(order)


def _parts(node: ast.AST) -> list[ast.stmt | ast.ExceptHandler | ast.match_case]:
    """What stands directly inside a statement, but for what a ``finally`` holds."""
    return [part for name in ("body", "handlers", "cases", "orelse") for part in getattr(node, name, ())]


def _sums(sizes: dict[ast.AST, tuple[int, int]], nodes: Sequence[ast.AST]) -> tuple[int, int]:
    """How many statements are written for some, and how many of those leave a block."""
    found = [sizes[node] for node in nodes]
    return sum(size for size, _ in found), sum(leaving for _, leaving in found)


def _bound_names(pattern: ast.pattern) -> int:
    return sum(isinstance(part, ast.MatchAs | ast.MatchStar | ast.MatchMapping) for part in ast.walk(pattern))
