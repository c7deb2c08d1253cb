"""``cgr-audit audit``: report what is found in programs."""

from __future__ import annotations

import datetime
import time
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.cli.audit_session import (
    DEADLINE,
    DeadlineOption,
    NoCacheOption,
    RulesFolderOption,
    Work,
    audit_programs,
    cluster_of,
    known_rules,
    start_children,
)
from cgr_audit.cli.contract_choice import (
    ContractOption,
    OverrideOption,
    choose_contract,
    note_contract_hint,
    say_override,
)
from cgr_audit.cli.options import (
    ClusterOption,
    ExcludeOption,
    IdFieldOption,
    JobsOption,
    OutOption,
    PathsArgument,
    SourceFieldOption,
)

if TYPE_CHECKING:
    from cgr_audit.audit.finding import Severity
    from cgr_audit.audit.report import Audit
    from cgr_audit.formats.interface import Format

__all__ = ["command"]


class FailOn(StrEnum):
    """From which severity on findings make the exit code 1."""

    NEVER = "never"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


CodesOption = Annotated[
    list[str],
    typer.Option(metavar="CODES", help="Codes, slugs or patterns like CGR2*, with commas between.", show_default=False),
]


def command(
    paths: PathsArgument,
    contract: ContractOption = "",
    override_contract: OverrideOption = False,
    format_: Annotated[
        str,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help="terminal, concise, json, sarif, csv, github, gitlab, junit, html or markdown.",
        ),
    ] = "terminal",
    out: OutOption = None,
    select: CodesOption = [],  # noqa: B006  typer copies it
    ignore: CodesOption = [],  # noqa: B006
    fail_on: Annotated[
        FailOn, typer.Option(help="Exit with 1 on active findings of this severity or above.")
    ] = FailOn.ERROR,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Print counts by rule instead of the findings.")
    ] = False,
    suppressions: Annotated[
        Optional[Path],  # noqa: UP045  typer reads the annotation at run time
        typer.Option(metavar="FILE", help="Accepted findings, with reasons (TOML).", show_default=False),
    ] = None,
    baseline: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FILE", help="Known findings, written by --write-baseline.", show_default=False),
    ] = None,
    show_baselined: Annotated[
        bool, typer.Option("--show-baselined", help="List known findings (baseline) too, not only their number.")
    ] = False,
    write_baseline: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            metavar="FILE", help="Write every finding that is not suppressed as a baseline.", show_default=False
        ),
    ] = None,
    rules: RulesFolderOption = None,
    exclude: ExcludeOption = [],  # noqa: B006
    source_field: SourceFieldOption = "source",
    id_field: IdFieldOption = "id",
    jobs: JobsOption = 0,
    cluster: ClusterOption = "",
    deadline: DeadlineOption = DEADLINE,
    no_cache: NoCacheOption = False,
) -> None:
    """Report findings in programs. Nothing inside a program can silence its own audit.

    Exit code 1: findings at or above --fail-on; 2: usage error; 3: no program found; 4: incomplete.
    """
    start_children(no_cache=no_cache)
    from cgr_audit.audit.baseline import baseline_text, load_baseline
    from cgr_audit.audit.report import Audit
    from cgr_audit.audit.suppressions import load_suppressions
    from cgr_audit.cli.configuration import find_configuration, say_configuration
    from cgr_audit.cli.destinations import require_out_file
    from cgr_audit.cli.output import is_coloured, say_end, say_notices, say_problems, write_output
    from cgr_audit.formats.interface import View
    from cgr_audit.formats.summary_line import summary_line

    started = time.perf_counter()
    shape = _shape(format_, statistics=statistics)
    require_out_file(out)
    require_out_file(write_baseline, "--write-baseline")
    choice = choose_contract(paths, contract, override=override_contract, takes_several=True)
    say_override(choice)
    say_configuration(paths)
    terms = choice.contract
    with known_rules(rules, no_cache=no_cache) as (registry, cache), cluster_of(cluster, terms, rules) as executor:
        chosen = registry.chosen(_split(select), _split(ignore))
        accepted, base = None, find_configuration().folder
        if suppressions is not None:
            today = datetime.datetime.now(tz=datetime.UTC).date()
            accepted = load_suppressions(suppressions, registry.code_of, today, base)
        known = load_baseline(baseline, registry.code_of, base) if baseline is not None else None
        work = Work(paths, terms, rules, jobs, deadline, source_field, id_field, exclude, executor, choice.by_path)
        with Audit(terms, chosen, registry.digest) as audit:
            audit_programs(work, audit, cache, suppressions=accepted, baseline=known)
            hint = note_contract_hint(audit, paths)
            view = View(is_coloured(out), show_baselined, _severity(fail_on), hint=hint)
            write_output(shape.render(audit, view), out)
            if write_baseline is not None:
                write_output(baseline_text(audit), write_baseline)
            if out is not None or shape.name not in {"terminal", "concise"}:
                say_problems(audit)
            say_notices(audit)
            took = time.perf_counter() - started
            say_end(audit, paths, summary_line(audit, took))
            code = _exit_code(audit, view.fail_on)
    if code:
        raise typer.Exit(code)


def _shape(format_: str, *, statistics: bool) -> Format:
    from cgr_audit.errors import UsageError
    from cgr_audit.formats.registry import find_format
    from cgr_audit.formats.statistics import StatisticsFormat

    shape = find_format(format_)
    if statistics and format_ != "terminal":
        raise UsageError(f"--statistics and --format {format_} exclude each other")
    return StatisticsFormat() if statistics else shape


def _split(names: Sequence[str]) -> list[str]:
    return [part.strip() for name in names for part in name.split(",") if part.strip()]


def _severity(fail_on: FailOn) -> Severity | None:
    from cgr_audit.audit.finding import Severity

    return None if fail_on is FailOn.NEVER else Severity(fail_on.value)


def _exit_code(audit: Audit, fail_on: Severity | None) -> int:
    if not audit.is_complete:
        return 4
    if audit.is_empty:
        return 3
    return 1 if fail_on is not None and audit.summary.has_at_least(fail_on) else 0
