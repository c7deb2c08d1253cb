"""What a program is by its text: whether it compiles, what it reads, and which function is called.

Runs inside the sandbox, in an instance in which the program itself never runs, behind the text of
``cgr_audit/analysis/entry.py``.
"""

from __future__ import annotations

import ast
import re
from typing import Any

from cgr_audit.analysis.entry import find_entry

_NAMED = re.compile(r"^(f|solution|solve)$").search
_STARTERS = re.compile(r"main|tests?|(test|check|demo|example)_\w*|run_tests?")
"""Functions that start a program or try it out, which nothing calls either."""


def look(source: bytes) -> dict[str, Any]:
    """What can be told without running a program.

    Gives a dictionary: ``error`` (why it does not compile, or nothing), ``reads_input``, ``entry`` (the name of the
    function, or nothing) and ``method`` (the name of the method of its class ``Solution``, where it has no function).
    """
    try:
        compile(source, "<program>", "exec", dont_inherit=True)
        tree = ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        place = f"line {line}: " if line is not None else ""
        said = f"{place}{type(error).__name__}: {getattr(error, 'msg', None) or error}"
        return {"error": said, "reads_input": False, "entry": None, "method": None}
    entry = _entry(tree)
    method = None if entry is not None else _method(tree)
    return {"error": None, "reads_input": _reads_input(tree), "entry": entry, "method": method}


def _entry(tree: ast.Module) -> str | None:
    found = find_entry(tree, lambda name: _NAMED(name) is not None, is_pattern=True)
    if found is not None and _STARTERS.fullmatch(found.name):
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        others = [node for node in functions if not _STARTERS.fullmatch(node.name)]
        found = find_entry(ast.Module(list(others), []), lambda _name: False, is_pattern=True) or found
    return _last_lambda(tree) if found is None else found.name


def _last_lambda(tree: ast.Module) -> str | None:
    names = [
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    return names[-1] if names else None


def _method(tree: ast.Module) -> str | None:
    """The last method of a class ``Solution`` that is meant for others."""
    names = [
        node.name
        for kind in tree.body
        if isinstance(kind, ast.ClassDef) and kind.name == "Solution"
        for node in kind.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]
    return names[-1] if names else None


def _reads_input(tree: ast.Module) -> bool:
    """Whether it names what reads standard input: ``input``, ``stdin``, or ``open(0)``."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="input")) | ast.Attribute(attr="stdin") | ast.alias(name="stdin"):
                return True
            case ast.Call(func=ast.Name(id="open"), args=[ast.Constant(value=0 | "/dev/stdin"), *_]):
                return True
            case ast.Call(func=ast.Name(id="map" | "iter"), args=[ast.Name(id="input"), *_]):
                return True
    return False
