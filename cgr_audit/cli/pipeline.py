"""``cgr-audit pipeline``: audit, gate, run, probe, join and report a package in one go."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.cli.auditing import DeadlineOption, RulesFolderOption
from cgr_audit.cli.options import LimitsOption, OutFolderOption, RunJobsOption, SeedOption
from cgr_audit.cli.output import say
from cgr_audit.cli.packages import PackageArgument, PackageContractOption
from cgr_audit.cli.running import RunBar, default_jobs, make_sandbox, provenance_of, say_outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cgr_audit.audit.program_audit import ProgramAudit
    from cgr_audit.audit.registry import Registry
    from cgr_audit.execution.probe.probing import ProbeSettings
    from cgr_audit.page.content import Report
    from cgr_audit.records.package import TracePackage
    from cgr_audit.sandbox.sandbox import Sandbox

__all__ = ["command"]


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
    contract: PackageContractOption = "",
    limits: LimitsOption = "",
    seed: SeedOption = 0,
    jobs: RunJobsOption = 0,
    deadline: DeadlineOption = 60.0,
) -> None:
    """Audit, gate, run, probe, join and report a package. The same command again goes on where it was stopped.

    Observed programs run too: their rows are in the tables with them, never in the headline. Refused ones never run.
    """
    from cgr_audit.accuracy.join import join_package
    from cgr_audit.accuracy.tables import printed_tables
    from cgr_audit.accuracy.written import write_join
    from cgr_audit.audit.registry import load_registry
    from cgr_audit.cli.destinations import require_out_folder
    from cgr_audit.cli.judging import judge
    from cgr_audit.cli.packages import contract_of, say_notes, show_table
    from cgr_audit.cli.report import ReportFormat, write_report
    from cgr_audit.execution.judged import Digests, check_verdicts
    from cgr_audit.execution.plan import PackageRun, RunSettings
    from cgr_audit.execution.probe.probing import ProbeSettings
    from cgr_audit.execution.session import check_out_folder, run_package
    from cgr_audit.execution.solver_choice import choose_recording, choose_solver
    from cgr_audit.gate.policy import load_policy
    from cgr_audit.page.content import gather
    from cgr_audit.records.package import open_package

    started = time.perf_counter()
    require_out_folder(out)
    opened = open_package(package)
    check_out_folder(out, opened)
    say_notes(opened)
    terms = contract_of(opened, contract)
    registry = load_registry(rules)
    chosen_policy = load_policy(policy, registry)
    digests = Digests(registry.digest, terms.digest, chosen_policy.digest)
    choice = choose_solver(solver, terms) if solver else choose_recording(package, terms)
    at_once = jobs or default_jobs()
    sandbox = make_sandbox(terms, limits, enforce_budget=False, jobs=at_once)
    chosen = frozenset({"approved", "observe"})
    settings = RunSettings(terms, digests, sandbox.limits, sandbox.interpreter.digest, contract or None, seed, chosen)
    judgement, audits, complete = judge(opened, terms, registry, chosen_policy, rules, at_once, deadline)
    judged = check_verdicts(judgement.verdicts, opened, digests, "today's verdicts")
    with RunBar() as bar:
        run = PackageRun(opened, judged, choice, settings)
        outcome = run_package(
            run, judgement, sandbox, out, provenance=provenance_of(opened, terms), jobs=at_once, progress=bar
        )
    faults = _observe(opened, open_package(out), registry, audits, sandbox, ProbeSettings(seed=seed), at_once)
    result = open_package(out)
    joined = join_package(result, terms)
    write_join(joined, out)
    report = gather(result, joined, registry)
    for format_, name in ((ReportFormat.HTML, "report.html"), (ReportFormat.MARKDOWN, "report.md")):
        write_report(report, out / name, format_)
    typer.echo("\n".join(_programs(report)))
    show_table(printed_tables(joined.summary)[0])
    say_outcome(outcome, time.perf_counter() - started)
    typer.echo(f"report: {out / 'report.html'}")
    if faults or outcome.counts.failures or joined.summary.population.incomplete or not complete:
        say("incomplete: see the lines above")
        raise typer.Exit(4)


def _observe(
    source: TracePackage,
    package: TracePackage,
    registry: Registry,
    audits: Sequence[ProgramAudit],
    sandbox: Sandbox,
    settings: ProbeSettings,
    jobs: int,
) -> Sequence[str]:
    """Probe the programs that may run, and write what that and the runs showed; the faults of the harness."""
    from cgr_audit.execution.probe.package import audited_programs, observed_in_rows, write_observations
    from cgr_audit.execution.probe.probing import Prober
    from cgr_audit.execution.probe.tasks import ProbeItems, probe_all, probe_tasks
    from cgr_audit.sandbox.compile_check import GuestCompiler

    contract = sandbox.contract
    if not contract.solver.is_used:
        return ()
    refused = frozenset(record["program_id"] for record in package.verdicts() if record["verdict"] == "refused")
    items = ProbeItems(contract, packages=[source], thorough=settings.thorough)
    programs = audited_programs(package, audits, refused)
    tasks = probe_tasks(programs, items, contract, GuestCompiler(contract.imports.profile))
    faults = write_observations(
        package,
        source.manifest,
        probe_all(tasks, Prober(sandbox, settings), jobs),
        observed_in_rows(package, contract, audits),
        {rule.meta.code: rule.meta for rule in registry.rules},
        settings,
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
