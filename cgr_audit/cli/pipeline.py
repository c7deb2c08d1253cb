"""``cgr-audit pipeline``: audit, gate, probe, run, join and report a package in one go."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.cli.auditing import DEADLINE, DeadlineOption, NoCacheOption, RulesFolderOption, known_rules
from cgr_audit.cli.contract_choice import ContractChoice, ContractOption, OverrideOption, choose_contract
from cgr_audit.cli.options import JobsOption, LimitsOption, OutFolderOption, SeedOption
from cgr_audit.cli.output import say, show
from cgr_audit.cli.packages import PackageArgument
from cgr_audit.cli.run_bar import RunBar
from cgr_audit.cli.running import (
    finished_work,
    make_sandbox,
    provenance_of,
    say_finished,
    say_outcome,
)

if TYPE_CHECKING:
    from cgr_audit.audit.program_audit import ProgramAudit
    from cgr_audit.audit.registry import Registry
    from cgr_audit.execution.probe.program_probe import ProgramProbe
    from cgr_audit.execution.session import Judgement
    from cgr_audit.gate.policy import Policy
    from cgr_audit.page.content import Report
    from cgr_audit.records.package import TracePackage
    from cgr_audit.sandbox.sandbox import Sandbox
    from cgr_audit.source.contract import Contract
    from cgr_audit.tables.table import Table

__all__ = ["command"]

_RUN = frozenset({"approved", "observe"})
"""The verdicts whose programs run."""


def command(
    package: PackageArgument,
    out: OutFolderOption,
    solver: Annotated[
        str,
        typer.Option(metavar="SPEC", help="Who answers; by default the package's recorded calls.", show_default=False),
    ] = "",
    policy: Annotated[
        Optional[Path],  # noqa: UP045  typer reads the annotation at run time
        typer.Option(metavar="FILE", help="A policy file instead of the built-in one.", show_default=False),
    ] = None,
    rules: RulesFolderOption = None,
    contract: ContractOption = "",
    override_contract: OverrideOption = False,
    limits: LimitsOption = "",
    seed: SeedOption = 0,
    jobs: JobsOption = 0,
    deadline: DeadlineOption = DEADLINE,
    no_cache: NoCacheOption = False,
) -> None:
    """Audit, gate, probe, run, join and report a package. The same command again goes on where it was stopped.

    Observed programs run too: their rows are in the tables with them, never in the headline. Refused ones never run.
    """
    from cgr_audit.cli.destinations import require_out_folder
    from cgr_audit.cli.judging import failed_audits, judge
    from cgr_audit.cli.packages import show_table
    from cgr_audit.execution.finished import inputs_digest, read_finished, write_finished
    from cgr_audit.execution.judged import Digests, check_verdicts
    from cgr_audit.execution.plan import PackageRun, RunSettings
    from cgr_audit.execution.session import check_out_folder, configuration, require_counted_rows, run_package
    from cgr_audit.execution.solver_choice import choose_recording, choose_solver
    from cgr_audit.gate.policy import load_policy
    from cgr_audit.records.package import open_package
    from cgr_audit.records.package_warnings import carried_warnings
    from cgr_audit.tables.markdown import markdown

    started = time.perf_counter()
    require_out_folder(out)
    opened = open_package(package)
    check_out_folder(out, opened)
    chosen_contract = choose_contract([package], contract, override=override_contract, judges=True)
    terms = chosen_contract.contract
    choice = choose_solver(solver, terms) if solver else choose_recording(package, terms)
    sandbox = make_sandbox(terms, limits, enforce_budget=False, jobs=jobs)
    with known_rules(rules, no_cache=no_cache) as (registry, cache):
        chosen_policy = load_policy(policy, registry)
        digests = Digests(registry.digest, terms.digest, chosen_policy.digest)
        settings = RunSettings(
            terms, digests, sandbox.limits, sandbox.interpreter.digest, chosen_contract.origin, seed, _RUN
        )
        inputs = inputs_digest(
            command="pipeline",
            package=opened.digest,
            contract=[chosen_contract.origin, chosen_contract.overrides],
            configuration=configuration(PackageRun(opened, {}, choice, settings)),
            deadline=deadline,
        )
        known = read_finished(out, inputs)
        if known is not None:
            show(known.printed)
            say_finished(known, out, time.perf_counter() - started)
            _show_report(out)
            return
        judgement, audits, complete = judge(opened, terms, registry, chosen_policy, rules, jobs, deadline, cache)
    warnings = (*carried_warnings(opened, terms, overrides=chosen_contract.overrides), *failed_audits(audits))
    probes, judgement = _probe(opened, audits, judgement, registry, chosen_policy, sandbox, seed, jobs)
    judged = check_verdicts(judgement.verdicts, opened, digests, "today's verdicts")
    with RunBar() as bar:
        run = PackageRun(opened, judged, choice, settings, warnings)
        require_counted_rows(run)
        outcome = run_package(
            run, judgement, sandbox, out, provenance=provenance_of(opened, terms), jobs=jobs, progress=bar
        )
    faults = _write_observations(opened, open_package(out), audits, probes, registry, sandbox, seed)
    listed, table, incomplete = _join_and_report(out, terms, registry, rules)
    show(listed)
    show_table(table)
    say_outcome(outcome, time.perf_counter() - started)
    _show_report(out)
    if faults or outcome.counts.failures or incomplete or not complete:
        say("incomplete: see the lines above")
        raise typer.Exit(4)
    write_finished(out, inputs, finished_work(outcome, f"{listed}\n{markdown(table)}"))


def _show_report(out: Path) -> None:
    show(f"report: {out / 'report.html'}")


def _join_and_report(out: Path, contract: Contract, registry: Registry, rules: Path | None) -> tuple[str, Table, int]:
    """Write tables and report of the package that was run; what to print of both, and how many rows are left out."""
    from cgr_audit.accuracy.join import join_package
    from cgr_audit.accuracy.tables import printed_tables
    from cgr_audit.accuracy.written import write_join
    from cgr_audit.cli.report import ReportFormat, write_report
    from cgr_audit.cli.warning_lines import say_warnings
    from cgr_audit.page.content import gather
    from cgr_audit.records.package import open_package

    package = open_package(out)
    joined = join_package(package, contract, rules=rules)
    say_warnings(package, joined.summary.warnings, ContractChoice(contract), rules)
    write_join(joined, out)
    report = gather(package, joined, registry)
    for format_, name in ((ReportFormat.HTML, "report.html"), (ReportFormat.MARKDOWN, "report.md")):
        write_report(report, out / name, format_)
    return "\n".join(_programs(report)), printed_tables(joined.summary)[0], joined.summary.population.incomplete


def _probe(
    package: TracePackage,
    audits: Sequence[ProgramAudit],
    judgement: Judgement,
    registry: Registry,
    policy: Policy,
    sandbox: Sandbox,
    seed: int,
    jobs: int,
) -> tuple[Sequence[ProgramProbe], Judgement]:
    """Probe the programs of a package that the audit does not refuse, and judge them with what that showed."""
    from cgr_audit.execution.judging import judge_probed
    from cgr_audit.execution.probe.package import audited_programs
    from cgr_audit.execution.probe.probing import Prober, ProbeSettings
    from cgr_audit.execution.probe.tasks import ProbeItems, probe_all, probe_tasks
    from cgr_audit.execution.probe.verdicts import probe_results
    from cgr_audit.gate.verdict import Gate
    from cgr_audit.sandbox.compile_check import GuestCompiler

    contract = sandbox.contract
    if not contract.solver.is_used:
        return (), judgement
    refused = frozenset(record["program_id"] for record in judgement.verdicts if record["verdict"] == "refused")
    items = ProbeItems(contract, packages=[package], thorough=False)
    programs = audited_programs(package, audits, refused)
    tasks = probe_tasks(programs, items, contract, GuestCompiler(contract.imports.profile))
    probes = tuple(probe_all(tasks, Prober(sandbox, ProbeSettings(seed=seed)), jobs))
    gate = Gate(policy, registry.digest, contract.digest)
    return probes, judge_probed(judgement, audits, gate, probe_results(probes, registry.metas, seed))


def _write_observations(
    source: TracePackage,
    package: TracePackage,
    audits: Sequence[ProgramAudit],
    probes: Sequence[ProgramProbe],
    registry: Registry,
    sandbox: Sandbox,
    seed: int,
) -> Sequence[str]:
    """Write what probes and runs showed into the package; print and return what the sandbox could not do."""
    from cgr_audit.execution.probe.package import observed_in_rows, write_observations
    from cgr_audit.execution.probe.probing import ProbeSettings

    if not sandbox.contract.solver.is_used:
        return ()
    faults = write_observations(
        package,
        source.manifest,
        probes,
        observed_in_rows(package, sandbox.contract, audits),
        registry.metas,
        ProbeSettings(seed=seed),
        sandbox.interpreter.digest,
    )
    for fault in faults:
        say(fault)
    return faults


def _programs(report: Report) -> Iterator[str]:
    """The programs that are not approved, a line each, with the first reason, and a line for each further one."""
    for verdict, programs, rows in report.verdicts:
        listed = [program for program in report.listed if program.verdict == verdict]
        yield f"{verdict}: {programs} programs, {rows} rows"
        for program in listed:
            yield f"  {program.program_id}"
            yield from (f"      {reason}" for reason in program.reasons)
    yield ""
