"""``cgr-audit compare``: two packages over the same items, row against row."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.accuracy.missing import Missing
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.cli.contract_choice import ContractOption, OverrideOption, choose_contract
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
    from cgr_audit.records.package import TracePackage

__all__ = ["command"]

_SHOWN = ("compared", "compared-answers", "compared-pairs", "compared-tests", "differing-items")


class Answers(StrEnum):
    """Whose answers are compared."""

    ASSISTED = "assisted"
    DIRECT = "direct"
    GENERATOR = "generator"


def command(
    first: Annotated[Path, typer.Argument(metavar="FIRST", help="A trace package.", show_default=False)],
    second: Annotated[
        Path,
        typer.Argument(metavar="SECOND", help="Another over the same items; SECOND minus FIRST.", show_default=False),
    ],
    out: Annotated[
        Optional[Path],  # noqa: UP045  typer reads the annotation at run time
        typer.Option("--out", "-o", metavar="DIR", help="Write comparison.json, .md, .csv and .tex here too."),
    ] = None,
    channel: Annotated[Answers, typer.Option(help="Whose answers are compared.")] = Answers.ASSISTED,
    treatment: Annotated[
        Treatment, typer.Option(help="Rows whose program is not approved, by each package's own verdicts.")
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
    resamples: ResamplesOption = 10_000,
    seed: ResamplingSeedOption = 0,
    level: LevelOption = 0.95,
) -> None:
    """Compare two packages over the same items: differences with paired intervals, McNemar's tests."""
    from cgr_audit.accuracy.comparison.packages import compare_packages, write_comparison
    from cgr_audit.cli.destinations import require_out_folder
    from cgr_audit.cli.packages import fail_where_nothing_counts, show_table
    from cgr_audit.cli.warning_lines import say_warnings
    from cgr_audit.records.package import open_package

    require_out_folder(out)
    given = _given(match or [])
    settings = accuracy_settings(missing, resamples, seed, level)
    packages = (open_package(first), open_package(second))
    choices = [choose_contract([folder], contract, override=override_contract) for folder in (first, second)]
    for package in packages:
        fail_where_nothing_counts(package)
    compared = compare_packages(
        *packages,
        [choice.contract for choice in choices],
        channel=channel.value,
        treatment=treatment,
        missing=missing,
        given=given,
        resampling=settings.resampling,
        overrides=(choices[0].overrides, choices[1].overrides),
    )
    for name, note in compared.warnings:
        place = 1 if name == "second" else 0
        say_warnings(packages[place], [note], choices[place])
    _say_differing(compared, packages)
    if out is not None:
        for path in write_comparison(compared, out):
            inform(f"wrote {path}")
    for table in compared.tables():
        if table.name == "differences":
            shown = tuple(record for record in table.records if record["measure"] in {channel.value, "gain"})
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


def _say_differing(compared: ComparedPackages, packages: tuple[TracePackage, TracePackage]) -> None:
    from cgr_audit.accuracy.comparison.packages import item_places

    differing = compared.comparison.differing_items
    if not differing:
        return
    one = differing[0]
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
