"""Auditing and judging all programs of a package."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from cgr_audit.audit.collection_audit import Progress, audit_all
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.record import finding_record
from cgr_audit.audit.report import Audit
from cgr_audit.audit.workers import Workers
from cgr_audit.errors import IncompleteError
from cgr_audit.execution.session import PackageVerdicts
from cgr_audit.gate.probe_result import ProbeResult
from cgr_audit.gate.verdict import Gate, verdict_record
from cgr_audit.records.package import TracePackage
from cgr_audit.source.collect import collect
from cgr_audit.source.collected import OnSkip, ignore_skipped

__all__ = ["judge_package", "judge_probed"]


def judge_package(
    package: TracePackage,
    audit: Audit,
    workers: Workers,
    gate: Gate,
    progress: Progress | None = None,
    on_skip: OnSkip = ignore_skipped,
) -> PackageVerdicts:
    """Audit every program of a package, and judge each for the number of options that its item has.

    Args:
        package: whose programs are judged, collected as ``audit`` and ``gate`` collect them. In findings their paths
            are those inside the package.
        audit: an empty audit, made for the workers' contract and rules; afterwards it says what went wrong.
        workers: who audits.
        gate: who judges.
        progress: told of each program as it is audited.
        on_skip: told of what is left out on purpose.

    Raises:
        IncompleteError: a program of the package can no longer be read, or is no longer what it was.
    """
    default = audit.contract.item.option_count
    options = {
        program.program_id: len(package.items[program.item_key].options) or default for program in package.programs
    }
    audit_all(collect([package.folder], on_skip=on_skip), workers, audit, progress=progress)
    for lost in audit.unreadable:
        raise IncompleteError(f"{lost.path}: {lost.reason}")
    verdicts = gate.judge_all(audit, lambda program_id: options.get(program_id, default))
    findings = (
        {**finding_record(record, finding), "path": f"programs/{record.program_id}"}
        for record in audit
        for finding in record.findings
    )
    return PackageVerdicts(tuple(verdict_record(verdict) for verdict in verdicts), tuple(findings))


def judge_probed(
    package_verdicts: PackageVerdicts, audits: Iterable[ProgramAudit], gate: Gate, results: Mapping[str, ProbeResult]
) -> PackageVerdicts:
    """The same verdicts with what probes showed.

    Args:
        package_verdicts: made without probes.
        audits: of all its programs.
        gate: who judged.
        results: of the programs that were probed, by program id.
    """
    by_id = {audit.program_id: audit for audit in audits}
    verdicts = (
        verdict_record(gate.judge(by_id[name], record["option_count"], results[name])) if name in results else record
        for record in package_verdicts.verdicts
        for name in (record["program_id"],)
    )
    return replace(package_verdicts, verdicts=tuple(verdicts))
