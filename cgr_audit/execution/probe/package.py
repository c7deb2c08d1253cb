"""What probing and running a package showed, written next to its results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.record import finding_record
from cgr_audit.audit.rule import Meta
from cgr_audit.execution.observed import Seen
from cgr_audit.execution.observed_rows import seen_in_rows
from cgr_audit.execution.probe.probing import ProbeSettings
from cgr_audit.execution.probe.program_probe import ProgramProbe
from cgr_audit.execution.probe.record import probe_records
from cgr_audit.gate.bound import at_most
from cgr_audit.plural import counted
from cgr_audit.records.lines import write_lines
from cgr_audit.records.package import Manifest, TracePackage
from cgr_audit.records.warning_kinds import PackageWarning, WarningKind
from cgr_audit.records.writing import coverage, write_manifest
from cgr_audit.source.contract import Contract
from cgr_audit.source.program import Program

__all__ = ["audited_programs", "observed_in_rows", "write_observations"]


def audited_programs(
    package: TracePackage, audits: Iterable[ProgramAudit], refused: frozenset[str]
) -> Iterator[tuple[Program, ProgramAudit]]:
    """The programs of a package that may run, each with its audit and the item it was written for."""
    by_id = {audit.program_id: audit for audit in audits}
    for program in package.programs:
        if program.program_id not in refused:
            path = f"programs/{program.program_id}"
            fields = {"dataset": program.dataset, "item_id": program.item_id}
            data = package.program_bytes(program)
            yield Program(program.program_id, path, data, fields, program.derived_from), by_id[program.program_id]


def observed_in_rows(
    package: TracePackage, contract: Contract, audits: Iterable[ProgramAudit]
) -> Mapping[str, tuple[Seen, ...]]:
    """What the runs behind a package's rows show, by program id."""
    by_id = {audit.program_id: audit.call_bound for audit in audits}
    bounds: dict[str, int | None] = {}
    for program in package.programs:
        bound = by_id.get(program.program_id)
        options = len(package.items[program.item_key].options) or contract.item.option_count
        bounds[program.program_id] = None if bound is None else at_most(bound, options)
    return seen_in_rows(package, contract, bounds)


def write_observations(
    package: TracePackage,
    source: Manifest,
    probes: Iterable[ProgramProbe],
    seen_in_rows: Mapping[str, tuple[Seen, ...]],
    metas: Mapping[str, Meta],
    settings: ProbeSettings,
    component: str,
) -> Sequence[str]:
    """Write ``probes.jsonl``, add what was seen to ``findings.jsonl``, and renew the manifest.

    Args:
        package: the one that was run into.
        source: the manifest of the package that was run.
        probes: of its programs.
        seen_in_rows: what the runs behind the rows showed, by program id.
        metas: the rules' facts by code.
        settings: how far the probe went.
        component: the digest of the sandbox's component.

    Returns:
        The faults of the harness, a line each.
    """
    known = [record for record in package.findings() if record.get("source") != "observed"]
    failures: list[str] = []
    observed: list[Mapping[str, object]] = []

    def records() -> Iterator[Mapping[str, object]]:
        for probe in probes:
            program_id = probe.program.program_id
            failures.extend(f"{program_id}: probe: {failure}" for failure in probe.failures)
            found = probe.findings(metas, seen_in_rows.get(program_id, ()))
            observed.extend(finding_record(probe.program, finding) for finding in found)
            yield from probe_records(probe, settings, component)

    write_lines(package.folder / "probes.jsonl", records())
    findings = sorted([*known, *observed], key=lambda record: str(record["program_id"]))
    write_lines(package.folder / "findings.jsonl", findings)
    write_manifest(
        package.folder,
        name=package.manifest.name,
        contract=package.manifest.contract,
        created=package.manifest.created,
        coverage=coverage(package.items, package.results()),
        derived_from=source,
        warnings=[*map(PackageWarning.from_record, package.manifest.record.get("warnings", ())), *_failed(failures)],
    )
    return failures


def _failed(failures: Sequence[str]) -> Iterator[PackageWarning]:
    if failures:
        said = f"{counted(len(failures), 'run')} failed by a fault of the sandbox; first {failures[0]}"
        yield PackageWarning(WarningKind.PROBE_FAILED, "probes.jsonl", None, len(failures), said)
