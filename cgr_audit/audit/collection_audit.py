"""The audit of whatever was collected: programs go to the workers, findings are marked, records gathered."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from cgr_audit.audit.baseline import Baseline
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.report import Audit
from cgr_audit.audit.suppressions import Suppressions
from cgr_audit.audit.workers import Workers
from cgr_audit.source.collected import Unreadable
from cgr_audit.source.program import Program
from cgr_audit.source.text import decode

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
        baseline: marks known findings.
        progress: told of each program as it is done.
    """
    under_way: deque[Program] = deque()
    for record in workers.map(_readable(collected, audit, under_way)):
        marked = _placed(record, under_way.popleft())
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


def _placed(record: ProgramAudit, program: Program) -> ProgramAudit:
    """The record with what holds the program, and its text where that is not to be found in a file of its own."""
    if program.container is None:
        return record
    text = decode(program.data).text if record.findings else None
    return replace(record, container=program.container, text=text)


def _readable(collected: Iterable[Program | Unreadable], audit: Audit, under_way: deque[Program]) -> Iterator[Program]:
    for found in collected:
        if isinstance(found, Unreadable):
            audit.unreadable.append(found)
        else:
            under_way.append(found)
            yield found
