"""Names of findings that hold from run to run, and through edits elsewhere in the program."""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import accumulate

from cgr_audit.audit.finding import Finding
from cgr_audit.source.positions import Positions, Span

__all__ = ["fingerprint", "identified", "line_hashes"]

_BLOCK = 100
_MASK = (1 << 64) - 1
_UTF_16 = "utf-16-le" if sys.byteorder == "little" else "utf-16-be"
_END = b"\xff\xff"


def identified(findings: Iterable[Finding], positions: Positions, data: bytes) -> tuple[Finding, ...]:
    """The findings in one program, sorted, each with what identifies it from run to run.

    Args:
        findings: in any order.
        positions: of the program's text.
        data: the program's bytes.
    """
    ordered = sorted(findings, key=_order)
    lines = [1 if finding.span is None else finding.span.line for finding in ordered]
    hashes = line_hashes(data, lines) if ordered else {}
    before: Counter[tuple[str, str]] = Counter()
    known = []
    for finding, line in zip(ordered, lines, strict=True):
        subject = "" if finding.span is None else " ".join(positions.text(finding.span).split())
        known.append(replace(finding, subject=subject, ordinal=before[finding.code, subject], line_hash=hashes[line]))
        before[finding.code, subject] += 1
    return tuple(known)


def fingerprint(finding: Finding, program_id: str) -> str:
    """A digest of code, program id, the span's text with white space folded, and an ordinal among equals."""
    parts = (finding.code, program_id, finding.subject, str(finding.ordinal))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def line_hashes(data: bytes, lines: Iterable[int]) -> Mapping[int, str]:
    """Of some lines of a file, the ``primaryLocationLineHash`` that GitHub's code scanning computes.

    A line's hash is a polynomial over the 100 UTF-16 units from its beginning, without spaces and tabs and with every
    line end as one line feed, modulo 2**64; a number tells lines of equal hash apart. GitHub's ``codeql-action`` warns
    where a log holds another hash than it computes itself, so this one is the same to the digit.

    Args:
        data: the bytes of the file.
        lines: their numbers, from 1.
    """
    text = data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n").replace(" ", "").replace("\t", "")
    pieces = [f"{line}\n".encode(_UTF_16) for line in text.split("\n")]
    pieces[-1] = pieces[-1][:-2] + _END
    units = b"".join(pieces)
    starts = [0, *accumulate(map(len, pieces[:-1]))]
    hashes = {}
    for line in set(lines):
        start = starts[min(line, len(starts)) - 1]
        window = units[start : start + 2 * _BLOCK]
        same = sum(1 for other in starts[:line] if units[other : other + 2 * _BLOCK] == window)
        value = 0
        for unit in array("H", window.ljust(2 * _BLOCK, b"\0")):
            value = (value * 37 + unit) & _MASK
        hashes[line] = f"{value:x}:{same}"
    return hashes


def _order(finding: Finding) -> tuple[Span, str, str]:
    return (finding.span or Span(0, 0, 0, 0), finding.code, finding.message)
