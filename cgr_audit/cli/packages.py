"""What the commands about trace packages share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cgr_audit.cli.output import say, show
from cgr_audit.plural import counted

if TYPE_CHECKING:
    from cgr_audit.accuracy.population import Population
    from cgr_audit.records.package import TracePackage
    from cgr_audit.source.contract import Contract
    from cgr_audit.tables.table import Table

__all__ = [
    "PackageArgument",
    "PackageContractOption",
    "contract_of",
    "fail_where_incomplete",
    "fail_where_nothing_counts",
    "say_notes",
    "show_table",
]

PackageArgument = Annotated[
    Path, typer.Argument(metavar="PACKAGE", help="A trace package: a folder with a manifest.json.", show_default=False)
]
PackageContractOption = Annotated[
    str,
    typer.Option(
        "--contract", metavar="NAME|FILE", help="A contract other than the package's own.", show_default=False
    ),
]


def contract_of(package: TracePackage, chosen: str) -> Contract:
    """The contract that was chosen, or else the package's own.

    Raises:
        UsageError: there is none of that name, or it is not one; the manifest is named where it chose.
    """
    from cgr_audit.errors import UsageError
    from cgr_audit.source.contract import load_contract

    if chosen:
        return load_contract(chosen)
    try:
        return load_contract(package.contract)
    except UsageError as error:
        where = package.folder / "manifest.json"
        raise UsageError(f"{where}: /contract: {error} (or give another with --contract)") from error


def say_notes(package: TracePackage) -> None:
    """Say what in a package does not match and is no reason to refuse it."""
    for note in package.consistency.notes:
        say(f"{package.folder}/{note}")
    if package.unlisted:
        said = counted(len(package.unlisted), "file is", "files are")
        say(f"{said} without a digest in manifest.json, so that no change of them shows; first {package.unlisted[0]}")


def fail_where_nothing_counts(package: TracePackage) -> None:
    """Refuse a package that no figure can rest on.

    Raises:
        NothingCollectedError: it has no result row, or none of a registered solver.
    """
    from cgr_audit.errors import NothingCollectedError

    path = package.folder / "results.jsonl"
    if not package.consistency.results:
        there = "has no rows" if path.is_file() else "is not there"
        raise NothingCollectedError(f"{path}: {there}, so that there is nothing to say about accuracy")
    registered = {name for name, entry in package.solvers.items() if entry.registered}
    if registered.isdisjoint(package.checked.results.solvers):
        raise NothingCollectedError(f"{path}: every row is of a solver that is not registered in solvers.json")


def fail_where_incomplete(population: Population) -> None:
    """Say which rows the harness failed; exit with code 4 where it was the one here that failed."""
    recorded, here = population.harness_failures - population.incomplete, population.incomplete
    if recorded:
        say(f"{counted(recorded, 'row')} recorded without an outcome, because the harness failed: in no figure")
    if here:
        said = counted(here, "row")
        say(f"incomplete: {said} without an outcome, because of a fault of the harness: in no figure; see `error`")
        raise typer.Exit(4)


def show_table(table: Table) -> None:
    """Print a table to standard output: drawn on a terminal, Markdown elsewhere."""
    if not sys.stdout.isatty():
        from cgr_audit.tables.markdown import markdown

        show(markdown(table))
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table as Drawn
    from rich.text import Text

    from cgr_audit.visible import visible, visible_lines

    drawn = Drawn(
        title=Text(visible(table.title)), title_justify="left", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0)
    )
    for column in table.columns:
        drawn.add_column(Text(visible(column.label)), justify="left" if column.kind.is_text else "right")
    for row in table.cells():
        drawn.add_row(*(Text(cell) for cell in row))
    console = Console()
    console.print(drawn)
    if table.note:
        console.print(Text(visible_lines(table.note)), style="dim")
        console.print()
