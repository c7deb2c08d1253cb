"""The one way in which commands audit programs: what is collected, who audits it, and what is known already."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.cli.output import VERBOSE, details, say, say_skipped, shows_progress

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

    from cgr_audit.audit.baseline import Baseline
    from cgr_audit.audit.cache import AuditCache
    from cgr_audit.audit.collection_audit import Progress
    from cgr_audit.audit.program_audit import ProgramAudit
    from cgr_audit.audit.registry import Registry
    from cgr_audit.audit.report import Audit
    from cgr_audit.audit.rule import BaseRule
    from cgr_audit.audit.suppressions import Suppressions
    from cgr_audit.audit.workers import Assignment, GuestCheck, Workers
    from cgr_audit.cluster.executor import ClusterExecutor
    from cgr_audit.source.collected import OnSkip, Skipped, Unreadable
    from cgr_audit.source.contract import Contract
    from cgr_audit.source.parse import Accepts
    from cgr_audit.source.program import Program

__all__ = [
    "DEADLINE",
    "DeadlineOption",
    "NoCacheOption",
    "RulesFolderOption",
    "Work",
    "audit_programs",
    "cluster_of",
    "guest_check",
    "known_rules",
    "progress",
    "start_children",
    "workers_for",
]

RulesFolderOption = Annotated[
    Optional[Path],  # noqa: UP045  typer reads the annotation at run time
    typer.Option("--rules", metavar="FOLDER", help="A folder of further rule files (*.py).", show_default=False),
]
DEADLINE = 60.0
"""The default of ``--deadline``: that of the workers, which are not imported before there is work."""
DeadlineOption = Annotated[
    float,
    typer.Option(
        "--deadline",
        min=0.1,
        metavar="SECONDS",
        help="Time limit for one program; a slower one counts as not analysable.",
    ),
]


NoCacheOption = Annotated[bool, typer.Option("--no-cache", help="Neither read nor write the audit cache.")]


def start_children(*, no_cache: bool) -> None:
    """Let what children need be loaded while this process gets ready, where it is certain to need children."""
    if no_cache:
        from cgr_audit.audit.children import start_server

        start_server()


@contextmanager
def cluster_of(address: str, contract: Contract, rules: Path | None) -> Iterator[ClusterExecutor | None]:
    """The cluster that ``--cluster`` names, each of its workers checked; nothing where it names none."""
    if not address:
        yield None
        return
    from cgr_audit.cluster.connection import open_cluster

    with open_cluster(address, contract.imports.profile, rules) as executor:
        yield executor


@contextmanager
def known_rules(folder: Path | None, *, no_cache: bool) -> Iterator[tuple[Registry, AuditCache | None]]:
    """The rules there are, and the cache of records."""
    from cgr_audit.audit.described_rules import known_registry

    if no_cache:
        yield known_registry(folder, None), None
        return
    from cgr_audit.audit.cache import AuditCache

    with AuditCache(say) as cache:
        yield known_registry(folder, cache), cache


@dataclass(frozen=True, slots=True)
class Work:
    """Which programs are audited, held to what, and by whom."""

    paths: Sequence[str]
    contract: Contract
    rules_folder: Path | None
    jobs: int
    deadline: float
    source_field: str = "source"
    id_field: str = "id"
    exclude: Sequence[str] = ()
    """Patterns of what is left out of folders."""
    executor: ClusterExecutor | None = None
    """The cluster that audits instead of processes of this machine."""
    by_path: tuple[tuple[str, Contract], ...] = ()
    """Contracts by pattern of program ids; the first that matches goes before ``contract``."""

    @property
    def jobs_of_worker(self) -> int:
        """How many runs whoever makes them has under way at a time: each thread of a cluster's worker one."""
        return self.jobs if self.executor is None else 1

    def collect(self, on_skip: OnSkip) -> Iterator[Program | Unreadable]:
        """What the paths hold; ids count from the configuration's folder."""
        from cgr_audit.cli.configuration import find_configuration
        from cgr_audit.source.collect import collect

        return collect(
            self.paths,
            source_field=self.source_field,
            id_field=self.id_field,
            base=find_configuration().folder,
            exclude=self.exclude,
            on_skip=on_skip,
        )

    def contract_of(self, program_id: str) -> Contract:
        """What a program is held to."""
        from cgr_audit.source.collect import matches

        return next((contract for pattern, contract in self.by_path if matches(program_id, pattern)), self.contract)


def workers_for(work: Work, rules: Sequence[BaseRule], rules_digest: str, cache: AuditCache | None) -> Workers:
    """Who audits in every command: child processes with a deadline, here or on a cluster, and earlier audits' records.

    Args:
        work: what is to be audited.
        rules: those to run.
        rules_digest: of all the rules there are.
        cache: records of programs that were audited before.
    """
    from cgr_audit.audit.workers import Assignment, ProcessWorkers, WorkersByContract

    if work.by_path:
        return WorkersByContract(
            lambda program: work.contract_of(program.program_id),
            lambda contract: workers_for(replace(work, contract=contract, by_path=()), rules, rules_digest, cache),
        )
    folder = None if work.rules_folder is None else Path(os.path.realpath(work.rules_folder))
    codes = tuple(rule.meta.code for rule in rules)
    assignment = Assignment(work.contract, codes, folder, guest_check(work.contract))
    known = _in_scope(cache, assignment, rules_digest)
    if work.executor is not None:
        from cgr_audit.cluster.workers import ClusterWorkers

        return ClusterWorkers(assignment, work.executor, work.deadline, known)
    return ProcessWorkers(assignment, work.jobs, work.deadline, known)


def audit_programs(
    work: Work,
    audit: Audit,
    cache: AuditCache | None,
    *,
    see: Callable[[Program], None] | None = None,
    suppressions: Suppressions | None = None,
    baseline: Baseline | None = None,
) -> None:
    """Audit programs into ``audit``, which holds the rules to run; ``see`` is shown each on its way."""
    from cgr_audit.audit.collection_audit import audit_all
    from cgr_audit.plural import counted

    details(f"contract {work.contract.name}, {counted(len(audit.rules), 'rule')}, {_by_whom(work)}")
    excluded: list[Skipped] = []
    collected = work.collect(lambda skipped: excluded.append(skipped) if skipped.is_excluded else say_skipped(skipped))
    workers = workers_for(work, audit.rules, audit.rules_digest, cache)
    with progress(_counted(work)) as shown:
        programs = collected if see is None else _watched(collected, see)
        audit_all(programs, workers, audit, suppressions=suppressions, baseline=baseline, progress=shown)
    for skipped in excluded:
        details(f"{skipped.path}: {skipped.reason}")
    if excluded:
        say(f"{counted(len(excluded), 'file or folder', 'files or folders')} excluded, first {excluded[0].path}")


def _by_whom(work: Work) -> str:
    from cgr_audit.plural import counted

    return counted(work.jobs, "job") if work.executor is None else f"cluster {work.executor.name}"


def _in_scope(cache: AuditCache | None, assignment: Assignment, rules_digest: str) -> AuditCache | None:
    """The cache, told what records depend on besides the program."""
    from importlib import metadata

    from cgr_audit.sandbox.component import component_stamp
    from cgr_audit.version import VERSION

    if cache is not None:
        cache.for_scope(
            {
                "tool": VERSION,
                "rules": rules_digest,
                "codes": ",".join(assignment.codes),
                "contract": assignment.contract.digest,
                "python": sys.version,
                "libcst": metadata.version("libcst"),
                "astroid": metadata.version("astroid"),
                "component": component_stamp(assignment.contract.imports.profile),
            }
        )
    return cache


def guest_check(contract: Contract) -> GuestCheck:
    """The compiler inside the sandbox, prepared with a line on standard error if that takes long."""
    from cgr_audit.audit.workers import GuestCheck

    return GuestCheck(functools.partial(_prepared_compiler, contract.imports.profile))


def _prepared_compiler(profile: str) -> Accepts:
    from cgr_audit.sandbox.compile_check import GuestCompiler
    from cgr_audit.sandbox.interpreter import Interpreter

    Interpreter(profile, report=say)  # compiles the component for this machine, if nobody has
    return GuestCompiler(profile)


@contextmanager
def progress(count: Callable[[], int] | None) -> Iterator[Progress | None]:
    """A bar with rate and time left on standard error, if that is a terminal.

    Args:
        count: counts what there is to do; it is called on a thread alongside the work. Nothing if it cannot be told.
    """
    if not shows_progress():
        yield _detailed if os.environ.get(VERBOSE) else None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, rate="")
        if count is not None:
            counting = functools.partial(_count, bar, task, count)
            threading.Thread(target=counting, daemon=True, name="cgr-audit-count").start()

        def advance(audit: ProgramAudit) -> None:
            _detailed(audit)
            speed = bar.tasks[0].speed
            bar.update(task, advance=1, rate=f"{speed:.0f}/s" if speed else "")

        yield advance


def _detailed(audit: ProgramAudit) -> None:
    from cgr_audit.plural import counted

    details(f"{audit.path}: {audit.status.value.replace('_', ' ')}, {counted(len(audit.findings), 'finding')}")


def _count(bar: RichProgress, task: TaskID, count: Callable[[], int]) -> None:
    from cgr_audit.errors import CgrAuditError

    with contextlib.suppress(CgrAuditError, OSError):  # the work itself will say so
        bar.update(task, total=count())


def _counted(work: Work) -> Callable[[], int] | None:
    """What counts the programs that are collected; nothing if reading them twice is impossible."""
    from cgr_audit.source.collected import ignore_skipped

    return None if "-" in work.paths else lambda: sum(1 for _ in work.collect(ignore_skipped))


def _watched(
    collected: Iterable[Program | Unreadable], see: Callable[[Program], None]
) -> Iterator[Program | Unreadable]:
    """What was collected, each program shown to ``see`` on its way."""
    from cgr_audit.source.program import Program

    for found in collected:
        if isinstance(found, Program):
            see(found)
        yield found
