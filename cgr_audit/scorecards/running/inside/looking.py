"""What programs are by their text: whether they compile, what they read, and which function is called.

Runs inside the sandbox, in an instance in which the programs themselves never run, behind the text of
``cgr_audit/analysis/entry.py``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cgr_audit.analysis.entry import find_entry  # noqa: TC004  inside it is there already

_STARTERS = re.compile(r"main|tests?|(test|check|demo|example)_\w*|run_tests?")
"""Functions that start a program or try it out, which nothing calls either."""


def look(sources: Sequence[bytes]) -> list[tuple[str | None, str | None, bool]]:
    """Of each program why it does not compile, what is called (as Python text), and whether it is a script."""
    return [_looked_at(source) for source in sources]


def _looked_at(source: bytes) -> tuple[str | None, str | None, bool]:
    try:
        source.decode()
        compile(source, "<program>", "exec", dont_inherit=True)
        tree = ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        place = f"line {line}: " if line is not None else ""
        return f"{place}{type(error).__name__}: {(getattr(error, 'msg', None) or str(error))[:500]}", None, False
    entry = _entry(tree)
    return None, entry, entry is None or any(map(_reads_input, ast.walk(tree)))


def _entry(tree: ast.Module) -> str | None:
    found = find_entry(tree, {"f", "solution", "solve"}.__contains__, is_pattern=True)
    if found is not None and _STARTERS.fullmatch(found.name):
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        others = [node for node in functions if not _STARTERS.fullmatch(node.name)]
        found = find_entry(ast.Module(list(others), []), lambda _name: False, is_pattern=True) or found
    if found is not None:
        return found.name
    named = [node for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)]
    names = [target.id for node in named for target in node.targets if isinstance(target, ast.Name)]
    kinds = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Solution"]
    methods = [node.name for kind in kinds for node in kind.body if isinstance(node, ast.FunctionDef)]
    # The last lambda, or the last method that is meant for others.
    return [None, *(f"Solution().{name}" for name in methods if not name.startswith("_")), *names][-1]


def _reads_input(node: ast.AST) -> bool:
    """Whether it names what reads standard input: ``input``, ``stdin``, or ``open(0)``."""
    match node:
        case (
            ast.Call(ast.Name("input"))
            | ast.Attribute(attr="stdin")
            | ast.alias("stdin")
            | ast.Call(ast.Name("open"), [ast.Constant(0 | "/dev/stdin"), *_])
            | ast.Call(ast.Name("map" | "iter"), [ast.Name("input"), *_])
        ):
            return True
    return False
