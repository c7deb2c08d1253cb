"""``cgr-audit compare``: two packages over the same items, row against row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.accuracy.missing import Missing
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.cli.contract_choice import ContractOption, OverrideOption, choose_contract
from cgr_audit.cli.graded_logs import ScoreOption, are_logs, compared_logs
from cgr_audit.cli.options import (
    LevelOption,
    MissingOption,
    ResamplesOption,
    ResamplingSeedOption,
    accuracy_settings,
)
from cgr_audit.cli.output import inform, say
from cgr_audit.plural import counted

if TYPE_CHECKING:
    from cgr_audit.accuracy.comparison.packages import ComparedPackages
    from cgr_audit.accuracy.comparison.pairing import Given
    from cgr_audit.accuracy.settings import Settings
    from cgr_audit.records.package import TracePackage

__all__ = ["command"]

_SHOWN = ("compared", "compared-answers", "compared-pairs", "compared-tests", "differing-items")


class Answers(StrEnum):
    """Whose answers are compared."""

    ASSISTED = "assisted"
    DIRECT = "direct"
    GENERATOR = "generator"


def command(
    first: Annotated[
        Path,
        typer.Argument(
            metavar="FIRST", help="A trace package, or a log of Inspect or lm-evaluation-harness.", show_default=False
        ),
    ],
    second: Annotated[
        Path,
        typer.Argument(metavar="SECOND", help="Another over the same items; SECOND minus FIRST.", show_default=False),
    ],
    out: Annotated[
        Optional[Path],  # noqa: UP045  typer reads the annotation at run time
        typer.Option("--out", "-o", metavar="DIR", help="Write comparison.json, .md, .csv and .tex here too."),
    ] = None,
    channel: Annotated[
        Optional[Answers],  # noqa: UP045  typer reads the annotation at run time
        typer.Option(help="The answers to compare: assisted by default; for logs the grades, as direct."),
    ] = None,
    treatment: Annotated[
        Treatment,
        typer.Option(help="How rows of programs that are not approved count, by each package's own verdicts."),
    ] = Treatment.KEPT,
    contract: ContractOption = "",
    override_contract: OverrideOption = False,
    missing: MissingOption = Missing.WRONG,
    match: Annotated[
        Optional[list[str]],  # noqa: UP045  typer reads the annotation at run time
        typer.Option(
            metavar="FIELD:A=B",
            help="Compare solver, generator or sample A of FIRST with B of SECOND; may be given several times.",
        ),
    ] = None,
    score: ScoreOption = "",
    resamples: ResamplesOption = 10_000,
    seed: ResamplingSeedOption = 0,
    level: LevelOption = 0.95,
) -> None:
    """Compare two packages, or two logs, over the same items: differences with paired intervals, McNemar's tests."""
    from cgr_audit.cli.destinations import require_out_folder
    from cgr_audit.errors import UsageError
    from cgr_audit.records.package import open_package

    require_out_folder(out)
    given = _given(match or [])
    settings = accuracy_settings(missing, resamples, seed, level)
    choice = _Choice(channel or Answers.ASSISTED, treatment, contract, override_contract, given)
    logs = (first, second)
    if not are_logs(logs, score):
        _compare((open_package(first), open_package(second)), choice, settings, out)
        return
    if channel not in (None, Answers.DIRECT) or treatment is not Treatment.KEPT or contract:
        raise UsageError("of logs only the grades are compared: leave out --channel, --treatment and --contract")
    with compared_logs(logs, score) as (one, other):
        _compare((one, other), replace(choice, channel=Answers.DIRECT, logs=logs), settings, out)


@dataclass(frozen=True, slots=True)
class _Choice:
    """What is compared, and how."""

    channel: Answers
    treatment: Treatment
    contract: str
    override_contract: bool
    given: Given
    logs: tuple[Path, ...] = ()
    """The logs that were made packages, where no packages were given."""


def _compare(
    packages: tuple[TracePackage, TracePackage], choice: _Choice, settings: Settings, out: Path | None
) -> None:
    from cgr_audit.accuracy.comparison.packages import compare_packages, write_comparison
    from cgr_audit.cli.packages import fail_where_nothing_counts, show_table
    from cgr_audit.cli.warning_lines import say_warnings

    choices = [
        choose_contract([package.folder], choice.contract, override=choice.override_contract) for package in packages
    ]
    for package in packages:
        fail_where_nothing_counts(package)
    compared = compare_packages(
        *packages,
        [one.contract for one in choices],
        channel=choice.channel.value,
        treatment=choice.treatment,
        missing=settings.missing,
        given=choice.given,
        resampling=settings.resampling,
        overrides=(choices[0].overrides, choices[1].overrides),
    )
    for name, note in compared.warnings:
        place = 1 if name == "second" else 0
        if choice.logs:
            say(f"{choice.logs[place]}: {note.message}")
        else:
            say_warnings(packages[place], [note], choices[place])
    _say_differing(compared, packages, choice.logs)
    if out is not None:
        for path in write_comparison(compared, out):
            inform(f"wrote {path}")
    for table in compared.tables():
        if table.name == "differences":
            shown = tuple(record for record in table.records if record["measure"] in {choice.channel.value, "gain"})
            show_table(replace(table, records=shown))
        elif table.name in _SHOWN:
            show_table(table)
    _say_summary(compared)
    if compared.comparison.population.own_harness_failures:
        raise typer.Exit(4)


def _given(matches: list[str]) -> dict[str, dict[str, str]]:
    from cgr_audit.accuracy.comparison.pairing import check_given
    from cgr_audit.errors import UsageError

    given: dict[str, dict[str, str]] = {}
    for text in matches:
        field, colon, values = text.partition(":")
        first, equals, second = values.partition("=")
        if not (colon and equals and first and second):
            raise UsageError(f"--match {text}: expected FIELD:A=B, such as solver:small=large")
        if given.setdefault(field, {}).setdefault(first, second) != second:
            raise UsageError(f"--match {text}: {first!r} of the first package is given twice")
    check_given(given)
    return given


def _say_differing(
    compared: ComparedPackages, packages: tuple[TracePackage, TracePackage], logs: tuple[Path, ...]
) -> None:
    from cgr_audit.accuracy.comparison.packages import item_places

    differing = compared.comparison.differing_items
    if not differing:
        return
    one = differing[0]
    if logs:
        first, second = (f"{path}: sample {one.item_id!r}" for path in logs)
    else:
        first, second = (item_places(package, one.dataset, one.item_id) for package in packages)
    items = counted(len(differing), "item is", "items are")
    say(f"{items} not the same in both packages, and left out; first {first} and {second}: {' and '.join(one.what)}")


def _say_summary(compared: ComparedPackages) -> None:
    comparison = compared.comparison
    rows = comparison.population
    without = rows.first + rows.second - 2 * rows.paired
    say(
        f"{rows.compared:,} rows compared, {without:,} without a partner, {rows.paired - rows.compared:,} left out; "
        f"only the first is right in {comparison.overall.only_first:,}, only the second in "
        f"{comparison.overall.only_second:,}"
    )
