"""Verdicts from the audit and the probe together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.rule import Meta
from cgr_audit.execution.probe.probing import Prober
from cgr_audit.execution.probe.program_probe import ProgramProbe
from cgr_audit.execution.probe.tasks import ProbeItems, probe_all, probe_tasks
from cgr_audit.gate.policy import Decision
from cgr_audit.gate.probe_result import ProbeResult
from cgr_audit.gate.verdict import Gate, Verdict
from cgr_audit.source.parse import Accepts
from cgr_audit.source.program import Program

__all__ = ["judge_approved", "probe_results"]


def probe_results(probes: Iterable[ProgramProbe], metas: Mapping[str, Meta], seed: int) -> Mapping[str, ProbeResult]:
    """What the gate is told of probes, by program id; ``metas`` are the facts of the rules about runs, by code."""
    return {probe.program.program_id: _result(probe, metas, seed) for probe in probes}


def _result(probe: ProgramProbe, metas: Mapping[str, Meta], seed: int) -> ProbeResult:
    runs = sum(one.runs for one in probe.items)
    return ProbeResult(probe.sensitivity, (seed,), runs, probe.findings(metas))


def judge_approved(
    gate: Gate,
    audits: Sequence[ProgramAudit],
    option_count_of: Callable[[str], int | None],
    program_of: Callable[[ProgramAudit], Program],
    items: ProbeItems,
    prober: Prober,
    accepts: Accepts,
    metas: Mapping[str, Meta],
    jobs: int,
) -> Iterator[tuple[Verdict, ProgramProbe | None]]:
    """Judge programs, probe those that would be approved, and judge these again with what the probe showed.

    Args:
        gate: who judges.
        audits: of the programs; the verdicts come in their order.
        option_count_of: how many options the item of the program with an id has.
        program_of: the program that was audited.
        items: what programs are probed on.
        prober: runs them.
        accepts: the compiler inside the sandbox.
        metas: the facts of the rules about runs, by code.
        jobs: how many programs are probed at a time.
    """
    verdicts = list(gate.judge_all(audits, option_count_of))
    approved = (
        (program_of(audit), audit)
        for audit, verdict in zip(audits, verdicts, strict=True)
        if verdict.verdict is Decision.APPROVED
    )
    probes = probe_all(probe_tasks(approved, items, prober.sandbox.contract, accepts), prober, jobs)
    for audit, verdict in zip(audits, verdicts, strict=True):
        if verdict.verdict is not Decision.APPROVED:
            yield verdict, None
            continue
        probe = next(probes)
        result = _result(probe, metas, prober.settings.seed)
        yield gate.judge(audit, verdict.option_count, result), probe
