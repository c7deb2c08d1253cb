"""What ``probe``, ``concordance``, ``gate`` and ``pipeline`` share: audited programs go in, probes come out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from cgr_audit.cli.output import say, say_skipped

if TYPE_CHECKING:
    from cgr_audit.audit.cache import AuditCache
    from cgr_audit.audit.program_audit import ProgramAudit
    from cgr_audit.audit.registry import Registry
    from cgr_audit.audit.report import Audit
    from cgr_audit.cli.audit_session import Work
    from cgr_audit.execution.probe.probing import Prober, ProbeSettings
    from cgr_audit.execution.probe.program_probe import ProgramProbe
    from cgr_audit.execution.probe.tasks import ProbeItems
    from cgr_audit.gate.verdict import Gate, Verdict
    from cgr_audit.records.rows import Item
    from cgr_audit.sandbox.executor import Executor
    from cgr_audit.sandbox.sandbox import Sandbox
    from cgr_audit.source.collected import Unreadable
    from cgr_audit.source.contract import Contract
    from cgr_audit.source.program import Program

__all__ = [
    "ItemsOption",
    "LimitsOption",
    "ProgramsByAudit",
    "RunsOption",
    "ThoroughOption",
    "make_prober",
    "probe_paths",
    "probed_verdicts",
    "settings_of",
]

ItemsOption = Annotated[
    Optional[Path],  # noqa: UP045  typer reads the annotation at run time
    typer.Option(
        metavar="FILE",
        help="Items (JSON lines) that every program is probed on in addition to its own.",
        show_default=False,
    ),
]
RunsOption = Annotated[
    int,
    typer.Option(min=2, metavar="N", help="Solvers to try before an unchanged answer counts as insensitive."),
]
ThoroughOption = Annotated[
    bool, typer.Option("--thorough", help="Try many more solvers and items before an answer counts as decided.")
]
LimitsOption = Annotated[
    str,
    typer.Option(
        "--limits", metavar="K=V,...", help="fuel, memory, wall, calls, prompt, output, result; as in fuel=1e9."
    ),
]

_THOROUGH_RUNS = 1000


def settings_of(runs: int, *, thorough: bool, seed: int) -> ProbeSettings:
    """How far a probe goes; a thorough one tries as many solvers as there are, unless a number is given."""
    from cgr_audit.execution.probe.probing import ProbeSettings

    usual = ProbeSettings()
    return ProbeSettings(_THOROUGH_RUNS if thorough and runs == usual.runs else runs, thorough, seed)


def make_prober(
    contract: Contract, limits: str, settings: ProbeSettings, jobs: int, executor: Executor | None = None
) -> Prober:
    """A prober with a sandbox of its own, which has places for so many programs at a time.

    Raises:
        UsageError: programs under this contract query no solver, so that nothing can be varied.
    """
    from cgr_audit.cli.running import make_sandbox
    from cgr_audit.errors import UsageError
    from cgr_audit.execution.probe.probing import Prober

    if not contract.solver.is_used:
        raise UsageError(f"programs under the contract {contract.name!r} query no solver: there is nothing to vary")
    sandbox: Sandbox = make_sandbox(contract, limits, enforce_budget=False, jobs=jobs)
    return Prober(sandbox.on(executor), settings)


def probe_paths(
    work: Work,
    items: Path | None,
    prober: Prober,
    registry: Registry,
    cache: AuditCache | None,
    unreadable: Callable[[Unreadable], None],
) -> Iterator[ProgramProbe]:
    """Collect, audit and probe; each program's probe as soon as it is there, in the programs' order.

    Args:
        work: which programs.
        items: a file of items that every program is probed on in addition to its own.
        prober: runs them.
        registry: the rules to audit them by.
        cache: records of programs that were audited before.
        unreadable: told of what cannot be read.
    """
    from cgr_audit.cli.audit_session import workers_for
    from cgr_audit.execution.probe.tasks import audited, probe_all, probe_tasks
    from cgr_audit.sandbox.compile_check import GuestCompiler
    from cgr_audit.source.program import Program

    def programs() -> Iterator[Program]:
        for one in work.collect(say_skipped):
            if isinstance(one, Program):
                yield one
            else:
                unreadable(one)

    workers = workers_for(work, registry.rules, registry.digest, cache)
    material = _items_for(work, items, thorough=prober.settings.thorough)
    accepts = GuestCompiler(work.contract.imports.profile)
    tasks = probe_tasks(audited(programs(), workers), material, work.contract, accepts)
    yield from probe_all(tasks, prober, work.jobs_of_worker)


def _items_for(work: Work, given: Path | None, *, thorough: bool) -> ProbeItems:
    from cgr_audit.execution.probe.tasks import ProbeItems
    from cgr_audit.records.package import is_package, open_package

    packages = [open_package(Path(path)) for path in work.paths if is_package(Path(path))]
    items = [] if given is None else _read_items(given)
    return ProbeItems(work.contract, items=items, packages=packages, thorough=thorough)


def _read_items(path: Path) -> list[Item]:
    from cgr_audit.errors import UsageError
    from cgr_audit.records.lines import RecordError, read_lines
    from cgr_audit.records.rows import Item, from_record

    try:
        records: list[dict[str, Any]] = [record for _, record in read_lines(path, "item")]
    except RecordError as error:
        raise UsageError(str(error)) from error
    if not records:
        raise UsageError(f"{path}: no items in it")
    without = next((record["item_id"] for record in records if record["question"] is None), None)
    if without is not None:
        raise UsageError(f"{path}: the question of {without!r} was left out, so no program can be run on it")
    say(f"{len(records)} items from {path}")
    return [from_record(Item, record) for record in records]


class ProgramsByAudit:
    """Keeps programs on their way to the audit, for the probe of those that would be approved."""

    def __init__(self, see: Callable[[Program], None]) -> None:
        """Keep nothing yet; ``see`` is shown every program too."""
        self._see = see
        self._programs: dict[tuple[str, str], Program] = {}

    def see(self, program: Program) -> None:
        """Keep one more program."""
        self._see(program)
        self._programs[program.program_id, program.sha256] = program

    def of(self, audit: ProgramAudit) -> Program:
        """The program that an audit is about."""
        return self._programs[audit.program_id, audit.sha256]


def probed_verdicts(
    work: Work,
    gate: Gate,
    audit: Audit,
    option_count_of: Callable[[str], int | None],
    programs: ProgramsByAudit,
    items: Path | None,
    registry: Registry,
    failures: list[str],
) -> Iterator[Verdict]:
    """Verdicts of programs that were audited; those that would be approved are probed first.

    Args:
        work: which programs.
        gate: who judges.
        audit: of the programs.
        option_count_of: how many options the item of the program with an id has.
        programs: the programs themselves.
        items: a file of items that every program is probed on in addition to its own.
        registry: the rules.
        failures: what the sandbox could not do is added to it, a line each.
    """
    from cgr_audit.execution.probe.probing import ProbeSettings
    from cgr_audit.execution.probe.verdicts import judge_approved
    from cgr_audit.sandbox.compile_check import GuestCompiler

    prober = make_prober(work.contract, "", ProbeSettings(), work.jobs_of_worker, work.executor)
    material = _items_for(work, items, thorough=False)
    accepts = GuestCompiler(work.contract.imports.profile)
    judged = judge_approved(
        gate, tuple(audit), option_count_of, programs.of, material, prober, accepts, registry.metas, work.jobs_of_worker
    )
    for verdict, probe in judged:
        if probe is not None:
            failures.extend(f"{verdict.program_id}: probe: {failure}" for failure in probe.failures)
        yield verdict
