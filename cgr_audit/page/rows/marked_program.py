"""A program's text with its findings marked in place, ready to be shown line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from cgr_audit.control_characters import escape_control_characters
from cgr_audit.source.text import decode, split_lines

__all__ = ["marked_program"]

TAB = 4


def marked_program(source: bytes, findings: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The record of a program for the page.

    ``lines``: of each line its text, or, where something in it is marked, a list of pieces: a text, or a text and the
    numbers of the findings that mark it. ``findings``: code, slug, severity, message, the line after which it is
    shown (0: it is about the whole program), status, and evidence as lines of text. In every text that is shown,
    what could hide or turn other text is spelled out.

    Args:
        source: the exact bytes.
        findings: the records of ``findings.jsonl`` about it.
    """
    lines = split_lines(decode(source).text)
    marks = _marks(findings, lines)
    return {
        "lines": [_shown_line(line, marks.get(number, [])) for number, line in enumerate(lines, start=1)],
        "findings": [_finding(finding, len(lines)) for finding in findings],
    }


def _marks(findings: Sequence[Mapping[str, Any]], lines: Sequence[str]) -> dict[int, list[tuple[int, int, int]]]:
    """By line: first column, end column (both from 0) and number of each finding whose span touches it."""
    marks: dict[int, list[tuple[int, int, int]]] = {}
    for number, finding in enumerate(findings):
        span = finding["span"]
        if span is None:
            continue
        for line in range(max(span["line"], 1), min(span["end_line"], len(lines)) + 1):
            start = span["column"] - 1 if line == span["line"] else 0
            end = span["end_column"] - 1 if line == span["end_line"] else len(lines[line - 1])
            if end > start:
                marks.setdefault(line, []).append((start, end, number))
    return marks


def _shown_line(line: str, marks: Sequence[tuple[int, int, int]]) -> str | list[Any]:
    """Cut where a mark begins or ends; marks may overlap."""
    if not marks:
        return escape_control_characters(line.expandtabs(TAB))
    cuts = sorted({0, len(line), *(min(cut, len(line)) for start, end, _ in marks for cut in (start, end))})
    pieces: list[Any] = []
    column = 0
    for start, end in pairwise(cuts):
        text, column = _expanded(line[start:end], column)
        over = [number for first, last, number in marks if first <= start and end <= last]
        pieces.append([escape_control_characters(text), over] if over else escape_control_characters(text))
    return pieces


def _expanded(text: str, column: int) -> tuple[str, int]:
    """A piece of a line with its tabs as blanks, where it begins in this column; and the column after it."""
    whole = (" " * (column % TAB) + text).expandtabs(TAB)[column % TAB :]
    return whole, column + len(whole)


def _finding(finding: Mapping[str, Any], lines: int) -> dict[str, Any]:
    span = finding["span"]
    record = {
        name: escape_control_characters(str(finding[name]))
        for name in ("code", "slug", "severity", "message", "status")
    }
    return {
        **record,
        "line": 0 if span is None else max(0, min(span["line"], lines)),
        "evidence": [_evidence(piece) for piece in finding.get("evidence", ())],
    }


def _evidence(piece: Mapping[str, Any]) -> str:
    span = piece.get("span")
    where = f"line {span['line']}: " if span else ""
    return f"{where}{escape_control_characters(str(piece['message']))}"
