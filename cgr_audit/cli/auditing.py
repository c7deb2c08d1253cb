"""What ``audit`` and ``gate`` share: programs go in, an audit comes out, and what went wrong is said."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

    from cgr_audit.audit.auditor import Progress
    from cgr_audit.audit.cache import AuditCache
    from cgr_audit.audit.program_audit import ProgramAudit
    from cgr_audit.audit.registry import Registry
    from cgr_audit.audit.report import Audit
    from cgr_audit.audit.workers import Assignment, GuestCheck
    from cgr_audit.source.collected import Skipped, Unreadable
    from cgr_audit.source.contract import Contract
    from cgr_audit.source.parse import Accepts
    from cgr_audit.source.program import Program

__all__ = [
    "DeadlineOption",
    "NoCacheOption",
    "RulesFolderOption",
    "check_out",
    "counted_by",
    "guest_check",
    "in_scope",
    "is_coloured",
    "known_rules",
    "progress",
    "say",
    "say_problems",
    "say_skipped",
    "start_children",
    "watched",
    "write_output",
]

SHOWN = 20
"""How many problems of a kind are said one by one."""

RulesFolderOption = Annotated[
    Optional[Path],  # noqa: UP045  typer reads the annotation at run time
    typer.Option("--rules", metavar="FOLDER", help="A folder of further rule files (*.py).", show_default=False),
]
DeadlineOption = Annotated[
    float,
    typer.Option(
        "--deadline", min=0.1, metavar="SECONDS", help="Time for one program; one that takes longer is not analysable."
    ),
]


NoCacheOption = Annotated[
    bool, typer.Option("--no-cache", help="Audit programs again that were audited before, and keep no records.")
]


def start_children(*, no_cache: bool) -> None:
    """Let what children need be loaded while this process gets ready, where it is certain to need children."""
    if no_cache:
        from cgr_audit.audit.children import start_server

        start_server()


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


def in_scope(cache: AuditCache | None, assignment: Assignment, rules_digest: str) -> AuditCache | None:
    """The cache, told what records depend on beside the program."""
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


def say(line: str) -> None:
    """One line to standard error."""
    from cgr_audit.formats.visible import visible

    typer.echo(visible(line), err=True)


def say_skipped(skipped: Skipped) -> None:
    """Say what was left out on purpose: nothing is skipped in silence."""
    say(f"{skipped.path}: left out: {skipped.reason}")


def say_problems(audit: Audit) -> None:
    """What makes an audit incomplete, and what its files of suppressions and baseline do not need."""
    for lost in audit.unreadable[:SHOWN]:
        say(f"{lost.path}: {lost.reason}")
    if len(audit.unreadable) > SHOWN:
        say(f"... and {len(audit.unreadable) - SHOWN} more that could not be read")
    for line in _rule_failures(audit):
        say(line)
    for notice in audit.notices[:SHOWN]:
        say(notice)
    if len(audit.notices) > SHOWN:
        say(f"... and {len(audit.notices) - SHOWN} more entries that are expired or not needed")


def _rule_failures(audit: Audit) -> Iterator[str]:
    """A line for each rule that crashed, with the first program on which it did."""
    if not audit.summary.rule_failures:
        return
    counts: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], str] = {}
    for program in audit.with_findings():
        for failure in program.failures:
            rule = (failure.code, failure.slug)
            counts[rule] += 1
            first.setdefault(rule, f"{program.path}: {failure.error}")
    for (code, slug), count in sorted(counts.items()):
        programs = "1 program" if count == 1 else f"{count} programs, first on"
        name = "the engine" if code == slug else f"rule {code} {slug}"
        yield f"{name} crashed on {programs} {first[code, slug]}"


def write_output(pieces: Iterable[str], out: Path | None) -> None:
    """Write text to a file, whole or not at all, or to standard output."""
    if out is not None:
        from cgr_audit.records.lines import write_atomically

        write_atomically(out, (piece.encode("utf-8", "backslashreplace") for piece in pieces))
        return
    encoding = (sys.stdout.encoding or "utf-8") if sys.stdout.isatty() else "utf-8"
    sys.stdout.flush()
    for piece in pieces:
        sys.stdout.buffer.write(piece.encode(encoding, "backslashreplace"))
    sys.stdout.buffer.flush()


def check_out(out: Path | None) -> None:
    """Refuse an output file that cannot be one before any work is done.

    Raises:
        UsageError: it is a folder, or its folder does not exist.
    """
    from cgr_audit.errors import UsageError

    if out is None:
        return
    if out.is_dir():
        raise UsageError(f"{out}: is a folder; --out takes a file")
    if not out.parent.is_dir():
        raise UsageError(f"{out.parent}: no such folder to write {out.name} into")


@contextmanager
def progress(count: Callable[[], int] | None) -> Iterator[Progress | None]:
    """A bar with rate and time left on standard error, if that is a terminal.

    Args:
        count: counts what there is to do; it is called on a thread beside the work. Nothing where it cannot be told.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, rate="")
        if count is not None:
            counting = functools.partial(_count, bar, task, count)
            threading.Thread(target=counting, daemon=True, name="cgr-audit-count").start()

        def advance(_audit: ProgramAudit) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, advance=1, rate=f"{speed:.0f}/s" if speed else "")

        yield advance


def _count(bar: RichProgress, task: TaskID, count: Callable[[], int]) -> None:
    from cgr_audit.errors import CgrAuditError

    with contextlib.suppress(CgrAuditError, OSError):  # the work itself will say so
        bar.update(task, total=count())


def counted_by(paths: Sequence[str], collect: Callable[[], Iterable[Program | Unreadable]]) -> Callable[[], int] | None:
    """What counts the programs that ``collect`` yields; nothing where reading them twice is impossible."""
    return None if "-" in paths else lambda: sum(1 for _ in collect())


def is_coloured(out: Path | None) -> bool:
    """Whether what is written is seen on a terminal that may show colours."""
    return out is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def watched(
    collected: Iterable[Program | Unreadable], see: Callable[[Program], None]
) -> Iterator[Program | Unreadable]:
    """What was collected, each program shown to ``see`` on its way."""
    from cgr_audit.source.program import Program

    for found in collected:
        if isinstance(found, Program):
            see(found)
        yield found
