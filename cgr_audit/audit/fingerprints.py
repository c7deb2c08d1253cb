"""Names of findings that hold from run to run, and through edits elsewhere in the program."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from cgr_audit.audit.finding import Finding
from cgr_audit.source.positions import Positions, Span

__all__ = ["fingerprint", "named_texts", "with_fingerprints"]


def with_fingerprints(findings: Iterable[Finding], positions: Positions) -> tuple[Finding, ...]:
    """The findings, sorted, each with its fingerprint."""
    ordered = sorted(findings, key=_order)
    return tuple(
        replace(finding, fingerprint=fingerprint(finding.code, finding.program_id, text, ordinal))
        for finding, (text, ordinal) in zip(ordered, named_texts(ordered, positions), strict=True)
    )


def fingerprint(code: str, program_id: str, text: str, ordinal: int) -> str:
    """A digest of code, program id, the span's text with white space folded, and an ordinal among equals."""
    parts = (code, program_id, text, str(ordinal))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def named_texts(findings: Iterable[Finding], positions: Positions) -> Iterator[tuple[str, int]]:
    """Of each finding in order: the text it is about, white space folded, and how many before it have that text."""
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for finding in findings:
        text = " ".join(positions.text(finding.span).split()) if finding.span is not None else ""
        yield text, counts[finding.code, text]
        counts[finding.code, text] += 1


def _order(finding: Finding) -> tuple[Span, str, str]:
    return (finding.span or Span(0, 0, 0, 0), finding.code, finding.message)
