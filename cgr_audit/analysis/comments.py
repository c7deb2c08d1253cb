"""Comments, docstrings and other texts that a program does not use."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cgr_audit.analysis.index import Index

__all__ = ["Remark", "remarks"]

_Text = ast.JoinedStr | ast.Constant


class Remark(NamedTuple):
    """One line of a comment or of an unused text."""

    line: int
    """From 1, in the analysed text."""
    column: int
    """From 1, in code points."""
    text: str


def remarks(lines: Sequence[str], index: Index) -> Iterator[Remark]:
    """Every line of every comment and of every unused text of a program, in the order of the text."""
    strings: list[_Text] = [*index.of(ast.JoinedStr)]
    strings += [node for node in index.of(ast.Constant) if isinstance(node.value, str | bytes)]
    inside = {line for node in strings for line in range(node.lineno + 1, (node.end_lineno or node.lineno) + 1)}
    unused = {
        line
        for node in strings
        if isinstance(node, ast.Constant) and isinstance(index.parent(node), ast.Expr)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    for number, line in enumerate(lines, 1):
        if number in unused:
            yield Remark(number, len(line) - len(line.lstrip()) + 1, line.strip())
        elif "#" in line and number not in inside:
            start = _comment_start(line, [node for node in strings if node.lineno == number])
            if start is not None:
                yield Remark(number, start + 1, line[start:].rstrip())


def _comment_start(line: str, strings: list[_Text]) -> int | None:
    """Where a comment begins, in code points: at the first ``#`` outside strings."""
    data = line.encode("utf-8", "surrogatepass")
    ends = [(node.col_offset, node.end_col_offset if node.end_lineno == node.lineno else len(data)) for node in strings]
    at = data.find(b"#")
    while at >= 0:
        if not any(start <= at < (end or 0) for start, end in ends):
            return len(data[:at].decode("utf-8", "surrogatepass"))
        at = data.find(b"#", at + 1)
    return None
