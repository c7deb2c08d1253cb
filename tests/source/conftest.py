"""What the tests of lowering compare: two trees with all their positions, or a tree with one that is written down."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

HIDDEN = (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)


@pytest.fixture(scope="session")
def outline() -> Callable[[ast.AST], str]:
    """A tree in one line: class, plain fields, line and columns, and in braces the fields that hold nodes."""
    return outlined


def outlined(node: ast.AST) -> str:
    if isinstance(node, ast.Module):
        return "; ".join(outlined(statement) for statement in node.body)
    plain: list[str] = []
    nested: list[str] = []
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, HIDDEN):
            plain.append(type(value).__name__)
        elif isinstance(value, ast.AST):
            nested.append(f"{field}={outlined(value)}")
        elif isinstance(value, list) and value:
            items = [outlined(item) if isinstance(item, ast.AST) else repr(item) for item in value]
            nested.append(f"{field}=[{', '.join(items)}]")
        elif value not in (None, []):
            plain.append(f"{field}={value!r}" if field in {"conversion", "kind", "level"} else repr(value))
    text = type(node).__name__ + (f"({', '.join(plain)})" if plain else "") + position(node)
    return f"{text} {{{', '.join(nested)}}}" if nested else text


def position(node: ast.AST) -> str:
    """``line:column-column``, or ``line:column-line:column``; lines from 1, columns from 0 in bytes."""
    if not hasattr(node, "lineno"):
        return ""
    end = f"{node.end_lineno}:" if node.end_lineno != node.lineno else ""
    return f" {node.lineno}:{node.col_offset}-{end}{node.end_col_offset}"


@pytest.fixture
def working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are shown, and ids count, from the folder that a test writes into."""
    monkeypatch.chdir(tmp_path)
