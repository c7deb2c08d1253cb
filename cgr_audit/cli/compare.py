"""``cgr-audit compare``: two packages over the same items, row against row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.accuracy.missing import Missing
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.cli.options import (
    LevelOption,
    MissingOption,
    ResamplesOption,
    ResamplingSeedOption,
    accuracy_settings,
)
from cgr_audit.cli.output import say
from cgr_audit.cli.packages import PackageContractOption
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
    contract: PackageContractOption = "",
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
    from cgr_audit.cli.judgement_notes import say_outdated
    from cgr_audit.cli.packages import contract_of, fail_where_nothing_counts, show_table
    from cgr_audit.records.package import open_package

    require_out_folder(out)
    given = _given(match or [])
    settings = accuracy_settings(missing, resamples, seed, level)
    packages = (open_package(first), open_package(second))
    terms = [contract_of(package, contract) for package in packages]
    with _notes_unless_wrong_usage(packages):
        for package in packages:
            fail_where_nothing_counts(package)
        compared = compare_packages(
            *packages,
            terms,
            channel=channel.value,
            treatment=treatment,
            missing=missing,
            given=given,
            resampling=settings.resampling,
        )
    for package, its_contract in zip(_folders(packages), terms, strict=False):
        say_outdated(package, its_contract)
    if not given and _is_same(*packages):
        say(f"both are the same package, {first}; --match solver:A=B compares two of its solvers")
    _say_differing(compared, packages)
    if out is not None:
        for path in write_comparison(compared, out):
            say(f"wrote {path}")
    for table in compared.tables():
        if table.name == "differences":
            shown = tuple(record for record in table.records if record["measure"] in {channel.value, "gain"})
            show_table(replace(table, records=shown))
        elif table.name in _SHOWN:
            show_table(table)
    _say_summary(compared)
    _fail_where_incomplete(compared)


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


@contextmanager
def _notes_unless_wrong_usage(packages: tuple[TracePackage, TracePackage]) -> Iterator[None]:
    """Say the notes of both packages after their comparison, so that wrong usage is not told at the end of them."""
    from cgr_audit.cli.packages import say_notes
    from cgr_audit.errors import NothingCollectedError

    try:
        yield
    except NothingCollectedError:
        for package in _folders(packages):
            say_notes(package)
        raise
    for package in _folders(packages):
        say_notes(package)


def _folders(packages: tuple[TracePackage, TracePackage]) -> tuple[TracePackage, ...]:
    """The packages, of which one that is compared with itself is there once, so that nothing is said of it twice."""
    first, second = packages
    return (first,) if first.folder.samefile(second.folder) else packages


def _is_same(first: TracePackage, second: TracePackage) -> bool:
    """Whether two packages are one folder, or hold the same bytes in all their files."""
    if first.folder.samefile(second.folder):
        return True
    return first.manifest.digest == second.manifest.digest and not (first.unlisted or second.unlisted)


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


def _fail_where_incomplete(compared: ComparedPackages) -> None:
    """Say which rows the harness failed on; what failed here, and not in a recording, makes the work incomplete."""
    rows = compared.comparison.population
    failed = rows.harness_failures.either
    if failed:
        said = counted(failed, "row is", "rows are")
        say(f"{said} left out because of a fault of the harness in one of the packages; see `error`")
    if rows.own_harness_failures:
        raise typer.Exit(4)
