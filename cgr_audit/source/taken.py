"""A program taken out of a longer text, as bytes and as a file."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import replace
from urllib.parse import quote

from cgr_audit.errors import IncompleteError
from cgr_audit.source.numbered_lines import NumberedLines
from cgr_audit.source.parse import is_program
from cgr_audit.source.program import Program
from cgr_audit.source.text import decode
from cgr_audit.source.unwrap import TakenProgram, unwrap

__all__ = ["file_name", "path_part", "sole_program", "taken_bytes"]

_LONGEST = 180
"""The longest part of a path that is kept as it is, in characters; file systems allow 255 bytes."""


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


def file_name(program_id: str, taken: Collection[str]) -> str:
    """A relative path for a program, with ``/``, that ends in ``.py``, leads nowhere else, and is not in ``taken``.

    The parts of the id are percent-encoded; long ones are cut and end in a digest.
    """
    parts = [path_part(part) for part in program_id.removesuffix(".py").split("/")]
    stem = "/".join(parts)
    name, number = f"{stem}.py", 1
    while name in taken:
        number += 1
        name = f"{stem}~{number}.py"
    return name


def path_part(part: str) -> str:
    """A name as one part of a path: percent-encoded; a long one is cut and ends in a digest."""
    encoded = quote(part, safe="", errors="surrogatepass") or "%"
    if encoded.strip(".") == "":
        encoded = encoded.replace(".", "%2E")
    if len(encoded) > _LONGEST:
        digest = hashlib.sha256(part.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        encoded = f"{encoded[:_LONGEST]}~{digest}"
    return encoded
