"""The audit of whatever was collected: programs go to the workers, findings are marked, records gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from cgr_audit.audit.baseline import Baseline
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.report import Audit
from cgr_audit.audit.suppressions import Suppressions
from cgr_audit.audit.workers import Workers
from cgr_audit.source.collected import Unreadable
from cgr_audit.source.program import Program

__all__ = ["Progress", "audit_all"]

Progress = Callable[[ProgramAudit], None]
"""Told of each program as it is done."""


def audit_all(
    collected: Iterable[Program | Unreadable],
    workers: Workers,
    audit: Audit,
    *,
    suppressions: Suppressions | None = None,
    baseline: Baseline | None = None,
    progress: Progress | None = None,
) -> Audit:
    """Audit everything collected into ``audit``, and return it.

    Args:
        collected: what ``collect`` yields; what cannot be read is kept as such.
        workers: who does it.
        audit: an empty audit, made for the same contract and rules as the workers' assignment.
        suppressions: marks findings that the auditor accepts.
        baseline: marks findings that were there before.
        progress: told of each program as it is done.
    """
    for record in workers.map(_readable(collected, audit)):
        marked = record
        if suppressions is not None:
            marked = suppressions.mark(marked)
        if baseline is not None:
            marked = baseline.mark(marked)
        audit.add(marked)
        if progress is not None:
            progress(marked)
    codes = {rule.meta.code for rule in audit.rules}
    if suppressions is not None:
        audit.notices.extend(suppressions.notices(codes))
    if baseline is not None:
        audit.uses_baseline = True
        audit.notices.extend(baseline.notices(codes))
    return audit


def _readable(collected: Iterable[Program | Unreadable], audit: Audit) -> Iterator[Program]:
    for found in collected:
        if isinstance(found, Unreadable):
            audit.unreadable.append(found)
        else:
            yield found
