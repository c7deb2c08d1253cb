"""What ``pipeline`` and ``verify`` share: every program of a package audited and judged today."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cgr_audit.audit.cache import AuditCache
    from cgr_audit.audit.program_audit import ProgramAudit
    from cgr_audit.audit.registry import Registry
    from cgr_audit.cluster.executor import ClusterExecutor
    from cgr_audit.execution.session import PackageVerdicts
    from cgr_audit.gate.policy import Policy
    from cgr_audit.records.package import TracePackage
    from cgr_audit.records.warning_kinds import PackageWarning
    from cgr_audit.source.contract import Contract

__all__ = ["current_verdicts", "failed_audits"]


def current_verdicts(
    package: TracePackage,
    contract: Contract,
    registry: Registry,
    policy: Policy,
    rules: Path | None,
    jobs: int,
    deadline: float,
    cache: AuditCache | None = None,
    executor: ClusterExecutor | None = None,
) -> tuple[PackageVerdicts, tuple[ProgramAudit, ...], bool]:
    """Verdicts and findings, the audit of every program, and whether each was audited in full.

    Args:
        package: whose programs are judged.
        contract: what they are held to.
        registry: the rules.
        policy: what the verdicts follow from.
        rules: the folder of further rules, where there is one.
        jobs: how many programs are audited side by side.
        deadline: seconds for one program.
        cache: records of programs that were audited before.
        executor: the cluster that audits instead of processes of this machine.

    Raises:
        IncompleteError: a program of the package can no longer be read.
    """
    from cgr_audit.audit.report import Audit
    from cgr_audit.cli.audit_session import Work, progress, workers_for
    from cgr_audit.cli.output import say_problems, say_skipped
    from cgr_audit.execution.package_verdicts import judge_package
    from cgr_audit.gate.verdict import Gate

    gate = Gate(policy, registry.digest, contract.digest)
    work = Work([str(package.folder)], contract, rules, jobs, deadline, executor=executor)
    with Audit(contract, registry.rules, registry.digest) as audit:
        workers = workers_for(work, registry.rules, registry.digest, cache)
        with progress(lambda: len(package.programs)) as shown:
            package_verdicts = judge_package(package, audit, workers, gate, shown, say_skipped)
        say_problems(audit)
        return package_verdicts, tuple(audit), audit.is_complete


def failed_audits(audits: Sequence[ProgramAudit]) -> Iterator[PackageWarning]:
    """That programs were not audited in full, by an internal error; the gate refuses them."""
    from cgr_audit.audit.program_audit import AuditStatus
    from cgr_audit.plural import counted
    from cgr_audit.records.warning_kinds import PackageWarning, WarningKind

    failed = [audit for audit in audits if audit.status is AuditStatus.FAILED]
    if failed:
        first = "; ".join(f"{failure.code} {failure.slug}: {failure.error}" for failure in failed[0].failures)
        said = counted(len(failed), "program is", "programs are")
        message = f"{said} refused because the audit failed; first {failed[0].program_id}: {first}"
        yield PackageWarning(WarningKind.AUDIT_FAILED, "programs.jsonl", None, len(failed), message)
