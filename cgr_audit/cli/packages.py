"""What the commands about trace packages share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from cgr_audit.cli.output import show

if TYPE_CHECKING:
    from cgr_audit.accuracy.population import Population
    from cgr_audit.records.package import TracePackage
    from cgr_audit.tables.table import Table

__all__ = [
    "PackageArgument",
    "PartialOption",
    "fail_where_incomplete",
    "fail_where_nothing_counts",
    "opened_package",
    "show_table",
]

PackageArgument = Annotated[
    Path, typer.Argument(metavar="PACKAGE", help="A trace package: a folder with a manifest.json.", show_default=False)
]

PartialOption = Annotated[bool, typer.Option("--partial", help="Use the finished rows of an unfinished run.")]


@contextmanager
def opened_package(folder: Path, *, partial: bool) -> Iterator[TracePackage]:
    """Open a package; or, where that is asked for, what is done of an unfinished run.

    Raises:
        UsageError: as ``open_package`` and ``partial_package`` say.
        RecordError: likewise.
        NothingCollectedError: no row is done.
    """
    from cgr_audit.cli.running import provenance_of
    from cgr_audit.errors import NothingCollectedError
    from cgr_audit.execution.partial import is_unfinished, partial_package
    from cgr_audit.records.package import open_package

    if not (partial and is_unfinished(folder)):
        yield open_package(folder)
        return
    with TemporaryDirectory(prefix="cgr-audit-") as into:
        package = partial_package(folder, Path(into), provenance_of)
        if not package.consistency.results:
            raise NothingCollectedError(f"{folder}: no row of this run is done yet; rerun the command that began it")
        yield package


def fail_where_nothing_counts(package: TracePackage, *, or_controls: bool = False) -> None:
    """Refuse a package that no figure can rest on.

    Args:
        package: opened.
        or_controls: whether figures can rest on controls alone, of items that were asked without programs.

    Raises:
        NothingCollectedError: it has no result row, or none of a registered solver.
    """
    from cgr_audit.errors import NothingCollectedError

    path = package.folder / "results.jsonl"
    if not package.consistency.results:
        if or_controls and package.has("controls.jsonl"):
            return
        there = "has no rows" if package.has(path.name) else "is not there"
        raise NothingCollectedError(f"{path}: {there}, so that there is nothing to say about accuracy")
    registered = {name for name, entry in package.solvers.items() if entry.registered}
    if registered.isdisjoint(package.checked.results.solvers):
        raise NothingCollectedError(f"{path}: every row is of a solver that is not registered in solvers.json")


def fail_where_incomplete(population: Population) -> None:
    """Exit with code 4 where the harness failed here, and not only in a recording; the warnings say of which rows."""
    if population.incomplete:
        raise typer.Exit(4)


def show_table(table: Table) -> None:
    """Print a table to standard output: drawn on a terminal, Markdown elsewhere."""
    if sys.stdout.isatty():
        from cgr_audit.cli.drawn_table import draw

        draw(table)
    else:
        from cgr_audit.tables.markdown import markdown

        show(markdown(table))
