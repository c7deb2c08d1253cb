"""``cgr-audit pipeline``: audit, gate, probe, run, join and report a package in one go."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.cli.audit_session import DEADLINE, DeadlineOption, RulesFolderOption, known_rules
from cgr_audit.cli.contract_choice import ContractChoice, ContractOption, OverrideOption, choose_contract
from cgr_audit.cli.options import (
    ControlOption,
    GeneratorOption,
    JobsOption,
    LimitsOption,
    MaxTokensOption,
    OutFolderOption,
    SamplingSeedOption,
    TemperatureOption,
)
from cgr_audit.cli.output import say, show
from cgr_audit.cli.packages import PackageArgument
from cgr_audit.cli.run_bar import RunBar
from cgr_audit.cli.running import (
    finished_work,
    make_sandbox,
    provenance_of,
    say_finished,
    say_outcome,
    settings_of,
)
from cgr_audit.cli.solver_options import (
    MaxCallsOption,
    MaxConnectionsOption,
    MaxCostOption,
    MaxTokensTotalOption,
    NoCachesOption,
    PricesOption,
)

if TYPE_CHECKING:
    from cgr_audit.audit.program_audit import ProgramAudit
    from cgr_audit.audit.registry import Registry
    from cgr_audit.execution.finished import Shown
    from cgr_audit.execution.plan import PackageRun
    from cgr_audit.execution.probe.program_probe import ProgramProbe
    from cgr_audit.execution.session import PackageVerdicts, RunOutcome
    from cgr_audit.gate.policy import Policy
    from cgr_audit.page.content import Report
    from cgr_audit.records.package import TracePackage
    from cgr_audit.sandbox.sandbox import Sandbox
    from cgr_audit.solvers.account import Account
    from cgr_audit.source.contract import Contract

__all__ = ["command"]

_RUN = frozenset({"approved", "observe"})
"""The verdicts whose programs run."""


def command(
    package: PackageArgument,
    out: OutFolderOption,
    solver: Annotated[
        Optional[list[str]],  # noqa: UP045  typer reads the annotation at run time
        typer.Option(
            metavar="SPEC",
            help="The solver, as in `run`; by default the package's recorded calls. Repeat it for several solvers.",
            show_default=False,
        ),
    ] = None,
    policy: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FILE", help="A policy file instead of the built-in one.", show_default=False),
    ] = None,
    rules: RulesFolderOption = None,
    contract: ContractOption = "",
    override_contract: OverrideOption = False,
    limits: LimitsOption = "",
    control: ControlOption = None,
    generator: GeneratorOption = "",
    temperature: TemperatureOption = None,
    max_tokens: MaxTokensOption = None,
    seed: SamplingSeedOption = None,
    jobs: JobsOption = 0,
    deadline: DeadlineOption = DEADLINE,
    no_cache: NoCachesOption = False,
    max_connections: MaxConnectionsOption = None,
    max_calls: MaxCallsOption = None,
    max_tokens_total: MaxTokensTotalOption = None,
    max_cost: MaxCostOption = None,
    prices: PricesOption = None,
    list_: Annotated[
        bool, typer.Option("--list", help="List the programs that are not approved, with the reasons.")
    ] = False,
) -> None:
    """Audit, gate, probe, run, join and report a package. Rerun the same command to resume.

    Observed programs run too: their rows are in the tables with them, never in the headline. Refused ones never run.
    """
    from cgr_audit.cli.current_verdicts import current_verdicts, failed_audits
    from cgr_audit.cli.destinations import require_out_folder
    from cgr_audit.cli.generate import with_programs
    from cgr_audit.cli.run_terms import run_terms
    from cgr_audit.cli.solver_options import solver_options
    from cgr_audit.execution.configuration import configuration
    from cgr_audit.execution.finished import inputs_digest, read_finished, write_finished
    from cgr_audit.execution.plan import PackageRun
    from cgr_audit.execution.session import check_out_folder, require_counted_rows
    from cgr_audit.execution.verdict_checks import Digests, check_verdicts
    from cgr_audit.gate.policy import load_policy
    from cgr_audit.records.package_warnings import carried_warnings

    started = time.perf_counter()
    require_out_folder(out)
    _check_generator(generator, solver)
    asking = solver_options(max_connections, max_calls, max_tokens_total, max_cost, prices, no_cache=no_cache)
    opened = with_programs(
        package, generator, out, asking, contract, override=override_contract, jobs=jobs, no_cache=no_cache
    )
    check_out_folder(out, opened)
    chosen_contract = choose_contract([opened.folder], contract, override=override_contract, judges=True)
    terms = chosen_contract.contract
    asked = run_terms(
        terms,
        solver or [f"replay:{opened.folder}"],
        asking,
        temperature=temperature,
        max_tokens=max_tokens,
        seed=seed,
        controls=control or (),
        generator=generator if opened.folder == package or "generator-alone" in (control or ()) else "",
    )
    sandbox = make_sandbox(terms, limits, enforce_budget=False, jobs=asked.in_flight(jobs), computing=jobs)
    with known_rules(rules, no_cache=no_cache) as (registry, cache):
        chosen_policy = load_policy(policy, registry)
        digests = Digests(registry.digest, terms.digest, chosen_policy.digest)
        settings = settings_of(asked, chosen_contract, digests, sandbox, _RUN)
        inputs = inputs_digest(
            command="pipeline",
            package=opened.digest,
            contract=[chosen_contract.origin, chosen_contract.overrides],
            configuration=configuration(PackageRun(opened, {}, asked.choices, settings, (), asked.generator)),
            deadline=deadline,
        )
        known = read_finished(out, inputs)
        if known is not None:
            _show_tables(known.shown, list_=list_)
            say_finished(known, out, time.perf_counter() - started)
            _show_closing(known.shown, out)
            return
        package_verdicts, audits, complete = current_verdicts(
            opened, terms, registry, chosen_policy, rules, jobs, deadline, cache
        )
    warnings = (*carried_warnings(opened, terms, overrides=chosen_contract.overrides), *failed_audits(audits))
    probes, package_verdicts = _probe(
        opened, audits, package_verdicts, registry, chosen_policy, sandbox, asked.seed, jobs
    )
    judged = check_verdicts(package_verdicts.verdicts, opened, digests, "today's verdicts")
    run = PackageRun(opened, judged, asked.choices, settings, warnings, asked.generator)
    require_counted_rows(run)
    outcome = _run(run, package_verdicts, sandbox, out, asked.in_flight(jobs), asking.account)
    faults = _write_observations(opened, out, audits, probes, registry, sandbox, asked.seed)
    shown, incomplete = _join_and_report(out, terms, registry, rules)
    _show_tables(shown, list_=list_)
    say_outcome(outcome, time.perf_counter() - started, asking.account)
    _show_closing(shown, out)
    if faults or outcome.counts.failures or incomplete or not complete:
        say("incomplete: see the lines above")
        raise typer.Exit(4)
    write_finished(out, inputs, finished_work(outcome, shown))


def _check_generator(generator: str, solver: Sequence[str] | None) -> None:
    from cgr_audit.errors import UsageError

    if generator and not solver:
        raise UsageError("--generator: nothing is recorded of what it gives; name a solver with --solver SPEC")


def _run(
    run: PackageRun, package_verdicts: PackageVerdicts, sandbox: Sandbox, out: Path, in_flight: int, account: Account
) -> RunOutcome:
    from cgr_audit.execution.session import run_package

    provenance = provenance_of(run.package, run.settings.contract)
    with RunBar(account) as bar:
        return run_package(run, package_verdicts, sandbox, out, provenance=provenance, jobs=in_flight, progress=bar)


def _show_tables(shown: Shown, *, list_: bool) -> None:
    from cgr_audit.cli.packages import show_table
    from cgr_audit.tables.table import Table

    if list_:
        show(shown.listing)
    for record in shown.tables:
        show_table(Table.from_record(record))


def _show_closing(shown: Shown, out: Path) -> None:
    show(f"{shown.closing}\nreport: {out / 'report.html'}")


def _join_and_report(out: Path, contract: Contract, registry: Registry, rules: Path | None) -> tuple[Shown, int]:
    """Write tables and report of the package that was run; what to print of both, and how many rows are left out."""
    from cgr_audit.accuracy.join import join_package
    from cgr_audit.accuracy.join_files import write_join
    from cgr_audit.accuracy.tables import first_tables
    from cgr_audit.cli.closing_lines import closing_lines
    from cgr_audit.cli.report import ReportFormat, write_report
    from cgr_audit.cli.warning_lines import say_warnings
    from cgr_audit.execution.finished import Shown
    from cgr_audit.page.content import gather
    from cgr_audit.records.package import open_package

    package = open_package(out)
    joined = join_package(package, contract, rules=rules)
    say_warnings(package, joined.summary.warnings, ContractChoice(contract), rules)
    write_join(joined, out)
    report = gather(package, joined, registry)
    for format_, name in ((ReportFormat.HTML, "report.html"), (ReportFormat.MARKDOWN, "report.md")):
        write_report(report, out / name, format_)
    shown = Shown(
        "".join(_programs(report)),
        [table.record() for table in first_tables(joined.summary)],
        "\n".join(closing_lines(joined.summary, report.slugs)),
    )
    return shown, joined.summary.population.incomplete


def _probe(
    package: TracePackage,
    audits: Sequence[ProgramAudit],
    package_verdicts: PackageVerdicts,
    registry: Registry,
    policy: Policy,
    sandbox: Sandbox,
    seed: int,
    jobs: int,
) -> tuple[Sequence[ProgramProbe], PackageVerdicts]:
    """Probe the programs of a package that the audit does not refuse, and judge them with what that showed."""
    from cgr_audit.execution.package_verdicts import judge_probed
    from cgr_audit.execution.probe.package import audited_programs
    from cgr_audit.execution.probe.probing import Prober, ProbeSettings
    from cgr_audit.execution.probe.tasks import ProbeItems, probe_all, probe_tasks
    from cgr_audit.execution.probe.verdicts import probe_results
    from cgr_audit.gate.verdict import Gate
    from cgr_audit.sandbox.compile_check import GuestCompiler

    contract = sandbox.contract
    if not contract.solver.is_used:
        return (), package_verdicts
    refused = frozenset(record["program_id"] for record in package_verdicts.verdicts if record["verdict"] == "refused")
    items = ProbeItems(contract, packages=[package], thorough=False)
    programs = audited_programs(package, audits, refused)
    tasks = probe_tasks(programs, items, contract, GuestCompiler(contract.imports.profile))
    probes = tuple(probe_all(tasks, Prober(sandbox, ProbeSettings(seed=seed)), jobs))
    gate = Gate(policy, registry.digest, contract.digest)
    return probes, judge_probed(package_verdicts, audits, gate, probe_results(probes, registry.metas, seed))


def _write_observations(
    source: TracePackage,
    out: Path,
    audits: Sequence[ProgramAudit],
    probes: Sequence[ProgramProbe],
    registry: Registry,
    sandbox: Sandbox,
    seed: int,
) -> Sequence[str]:
    """Write what probes and runs showed into the package that was run; print and return what the sandbox failed at."""
    from cgr_audit.execution.probe.package import observed_in_rows, write_observations
    from cgr_audit.execution.probe.probing import ProbeSettings
    from cgr_audit.records.package import open_package

    if not sandbox.contract.solver.is_used:
        return ()
    package = open_package(out)
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
    """The programs that are not approved, a line each, with a line for each reason."""
    from cgr_audit.formats.verdicts import verdict_listing

    return verdict_listing(
        (
            f"{verdict}: {programs} programs, {rows} rows",
            ((program.program_id, program.reasons) for program in report.listed if program.verdict == verdict),
        )
        for verdict, programs, rows in report.verdicts
    )
