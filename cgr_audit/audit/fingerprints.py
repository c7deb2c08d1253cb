"""Names of findings that hold from run to run, and through edits elsewhere in the program."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from cgr_audit.audit.finding import Finding
from cgr_audit.source.positions import Positions, Span

__all__ = ["with_fingerprints"]


def with_fingerprints(findings: Iterable[Finding], positions: Positions) -> tuple[Finding, ...]:
    """The findings, sorted, each with a fingerprint.

    The fingerprint is a digest of code, program id, the span's text with white space folded, and an ordinal among
    equals.
    """
    counts: dict[tuple[str, str], int] = defaultdict(int)
    marked = []
    for finding in sorted(findings, key=_order):
        text = " ".join(positions.text(finding.span).split()) if finding.span is not None else ""
        ordinal = counts[finding.code, text]
        counts[finding.code, text] += 1
        parts = (finding.code, finding.program_id, text, str(ordinal))
        digest = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
        marked.append(replace(finding, fingerprint=digest[:32]))
    return tuple(marked)


def _order(finding: Finding) -> tuple[Span, str, str]:
    return (finding.span or Span(0, 0, 0, 0), finding.code, finding.message)
