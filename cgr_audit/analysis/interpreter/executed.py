"""What one run of a program cannot have done, by the lines that it executed and the branches that it took.

Both are of the whole run: a statement none of whose lines ran was never reached, and a test that had one outcome only
has it every time. The sandbox records them and sees all of the program's own code.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable

from cgr_audit.analysis.index import Index

__all__ = ["Executed"]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LEAVES_NO_TRACE = (ast.Global, ast.Nonlocal, *_FUNCTIONS, ast.ClassDef)
_TRUTHS = {"true": True, "false": False}


class Executed:
    """Statements that a run did not reach, and tests that always had the same outcome.

    Args:
        index: the program's nodes; nothing is said of others, such as those of models of library functions.
        lines: of the program, those that ran; counted from 1.
        branches: the outcomes that each test had: line, column in bytes, and ``true``, ``false``, ``none`` or
            ``not none``.
    """

    def __init__(self, index: Index, lines: Iterable[int], branches: Iterable[tuple[int, int, str]]) -> None:
        self._index = index
        self._lines = sorted(lines)
        # CPython 3.14 reports no line for a short end of a function that follows a loop with `break`, where the loop
        # ends by itself: there only what begins the body of a statement says that it was not reached.
        self._breaking = {index.enclosing_function(node) for node in index.of(ast.Break)}
        self._outcomes: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
        for line, column, outcome in branches:
            self._outcomes[line, column].add(outcome)

    def is_unreached(self, node: ast.stmt) -> bool:
        """Whether no path of this run came to a statement."""
        parent, function = self._index.parent(node), self._index.enclosing_function(node)
        if parent is None or isinstance(node, _LEAVES_NO_TRACE):
            return False
        if isinstance(node, ast.AnnAssign) and node.value is None:
            return False
        first = [*getattr(parent, "body", ())[:1], *(parent.orelse[:1] if isinstance(parent, ast.If) else ())]
        if function in self._breaking and node not in first:
            return False
        # Calling a coroutine function that nobody awaits is interpreted, and runs none of its lines.
        if isinstance(function, _FUNCTIONS) and not self._ran(function.body[0].lineno, function.end_lineno):
            return False
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return False
        return not self._ran(node.lineno, node.end_lineno)

    def _ran(self, first: int, last: int | None) -> bool:
        place = bisect_left(self._lines, first)
        return place < len(self._lines) and self._lines[place] <= (last or first)

    def outcome(self, test: ast.expr) -> bool | None:
        """The outcome of a test, the same each time; ``None`` if it differs or was not seen.

        Another test that begins at the same place adds its outcomes: ``a`` and ``a or b``, where one says of the other
        what it says of itself. The value of ``a if b else c`` is not what its first part gives.
        """
        outcomes = self._outcomes.get((test.lineno, test.col_offset), set())
        if len(outcomes) != 1 or isinstance(test, ast.IfExp) or self._index.parent(test) is None:
            return None
        (outcome,) = outcomes
        match test:
            case ast.Compare(ops=[ast.Is() | ast.IsNot() as operator]) if outcome not in _TRUTHS:
                return (outcome == "none") == isinstance(operator, ast.Is)
        return _TRUTHS.get(outcome)
