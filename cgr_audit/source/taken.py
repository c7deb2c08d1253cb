"""A program taken out of a longer text, as bytes."""

from __future__ import annotations

from dataclasses import replace

from cgr_audit.errors import IncompleteError
from cgr_audit.source.numbered_lines import NumberedLines
from cgr_audit.source.parse import is_program
from cgr_audit.source.program import Program
from cgr_audit.source.text import decode
from cgr_audit.source.unwrap import TakenProgram, unwrap

__all__ = ["sole_program", "taken_bytes"]


def taken_bytes(data: bytes, first_line: int, last_line: int) -> tuple[TakenProgram, bytes]:
    """Take the program on some lines (from 1, inclusive) out of a text, exactly but for its common indentation.

    Raises:
        IncompleteError: the lines name an encoding of their own, in which they cannot be written.
    """
    source = decode(data)
    lines = NumberedLines(source.text)
    indent = lines.common_indent(first_line - 1, last_line) or 0
    text = lines.text(first_line - 1, last_line, indent)
    for encoding in ("utf-8", source.encoding):
        taken = text.encode(encoding, "backslashreplace")
        again = decode(taken)
        if again.problem is None and again.text == text:
            return TakenProgram(text, first_line, last_line, indent), taken
    raise IncompleteError(f"lines {first_line} to {last_line} declare an encoding that cannot hold them")


def sole_program(program: Program) -> Program:
    """The one program that a text holds besides Markdown or prose; the text as it is where it holds no single one."""
    text = decode(program.data)
    if text.problem is not None or is_program(text.text):
        return program
    sole = unwrap(text.text, is_program).sole
    if sole is None:
        return program
    try:
        _, data = taken_bytes(program.data, sole.first_line, sole.last_line)
    except IncompleteError:
        return program
    return replace(program, data=data, derived_from=program.sha256)
