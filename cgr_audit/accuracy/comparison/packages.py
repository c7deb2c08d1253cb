"""Comparing two trace packages, and writing what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.comparison.compare import compare_tables
from cgr_audit.accuracy.comparison.pairing import Given
from cgr_audit.accuracy.comparison.result import Comparison
from cgr_audit.accuracy.comparison.rows import Side
from cgr_audit.accuracy.comparison.tables import comparison_tables, long_table
from cgr_audit.accuracy.intervals.estimates import Resampling
from cgr_audit.accuracy.join import table_of
from cgr_audit.accuracy.missing import Missing
from cgr_audit.accuracy.rows.files import rows_csv
from cgr_audit.accuracy.table_warnings import warnings_table, with_warnings
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.plural import counted
from cgr_audit.records.lines import RecordError, read_lines, write_atomically
from cgr_audit.records.package import TracePackage
from cgr_audit.records.package_warnings import package_warnings
from cgr_audit.records.warning_kinds import PackageWarning, WarningKind
from cgr_audit.records.writing import encode_document
from cgr_audit.schema import require_record
from cgr_audit.source.contract import Contract
from cgr_audit.tables.csv_table import csv_table
from cgr_audit.tables.latex import latex
from cgr_audit.tables.markdown import markdown
from cgr_audit.tables.table import Column, Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ComparedPackage", "ComparedPackages", "compare_packages", "item_places", "write_comparison"]


@dataclass(frozen=True, slots=True)
class ComparedPackage:
    """Which package it was."""

    name: str
    created: str | None
    contract: str
    manifest_sha256: str

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ComparedPackages:
    """Two packages and what their comparison says."""

    first: ComparedPackage
    second: ComparedPackage
    comparison: Comparison
    warnings: tuple[tuple[str | None, PackageWarning], ...] = ()
    """What the figures have to be read with, and which package it is about, ``first`` or ``second``; null for both."""

    def tables(self) -> tuple[Table, ...]:
        """Every table, what was compared first and warnings last; each says what there are warnings of."""
        found = [note for _, note in self.warnings]
        about = Column("package", "package"), [name or "both" for name, _ in self.warnings]
        every = comparison_tables(self.comparison, self.first.name, self.second.name)
        return (*with_warnings(every, found), *warnings_table(found, about))

    def long_table(self) -> Table:
        """Every figure of all rows and of each pair."""
        return with_warnings([long_table(self.comparison)], [note for _, note in self.warnings])[0]

    def to_record(self) -> dict[str, Any]:
        """The content of ``comparison.json``."""
        record = self.comparison.to_record()
        packages = {"first": self.first.to_record(), "second": self.second.to_record()}
        warnings = [{"package": name, **note.to_record()} for name, note in self.warnings]
        return {"schema_version": record.pop("schema_version"), "packages": packages, **record, "warnings": warnings}


def compare_packages(
    first: TracePackage,
    second: TracePackage,
    contracts: Sequence[Contract],
    *,
    channel: str,
    treatment: Treatment,
    missing: Missing,
    given: Given,
    resampling: Resampling,
    overrides: tuple[str | None, str | None] = (None, None),
) -> ComparedPackages:
    """Compare two packages; the arguments are those of ``compare_tables``.

    Args:
        first: a package with result rows.
        second: another; differences are second minus first.
        contracts: of the first and of the second: each says what marks a failed extraction.
        channel: whose answers the rows are compared by.
        treatment: of rows whose program is not approved.
        missing: what is done with rows that lack an answer.
        given: which solvers, generators or samples belong together.
        resampling: of the intervals.
        overrides: of the first and of the second its own contract, where ``contracts`` has another one.
    """
    packages = zip((first, second), contracts, strict=True)
    sides = [Side(table_of(package, contract), package.items) for package, contract in packages]
    comparison = compare_tables(
        sides[0],
        sides[1],
        channel=channel,
        treatment=treatment,
        missing=missing,
        given=given,
        resampling=resampling,
    )
    warnings = tuple(_warnings((first, second), contracts, overrides, comparison, given))
    return ComparedPackages(_named(first), _named(second), comparison, warnings)


def item_places(package: TracePackage, dataset: str, item_id: str) -> str:
    """File and line of an item, as ``FOLDER/items.jsonl:12``."""
    path = package.folder / "items.jsonl"
    for number, record in read_lines(path, "item", checked=False):
        if (record["dataset"], record["item_id"]) == (dataset, item_id):
            return f"{path}:{number}"
    raise RecordError(f"{path}: no item {item_id!r} of {dataset!r}")


def write_comparison(compared: ComparedPackages, folder: Path) -> list[Path]:
    """Write ``comparison.json``, ``.md``, ``.csv``, ``.tex`` and ``compared_rows.csv``; their paths.

    ``comparison.csv`` has a line for all rows and one for each pair; ``compared_rows.csv`` one for each row that was
    compared. The same packages give the same bytes.

    Raises:
        InconsistentRecordError: the record does not satisfy its schema; nothing is written.
    """
    record = compared.to_record()
    require_record("comparison", record)
    tables = compared.tables()
    contents: dict[str, Iterable[str]] = {
        "comparison.md": ["# Comparison\n\n", "\n".join(markdown(table) for table in tables)],
        "comparison.csv": [csv_table(compared.long_table())],
        "comparison.tex": ["\n".join(latex(table) for table in tables)],
        "compared_rows.csv": [_csv(compared.comparison.rows)],
    }
    write_atomically(folder / "comparison.json", [encode_document(record)])
    for name, pieces in contents.items():
        write_atomically(folder / name, (piece.encode() for piece in pieces))
    return [folder / "comparison.json", *(folder / name for name in contents)]


def _warnings(
    packages: tuple[TracePackage, TracePackage],
    contracts: Sequence[Contract],
    overrides: tuple[str | None, str | None],
    comparison: Comparison,
    given: Given,
) -> Iterator[tuple[str | None, PackageWarning]]:
    first, second = packages
    is_one_folder = first.folder.samefile(second.folder)
    for name, package, contract, own in zip(("first", "second"), packages, contracts, overrides, strict=True):
        if name == "first" or not is_one_folder:
            for note in package_warnings(package, contract, overrides=own):
                yield None if is_one_folder else name, note
    unlisted = first.unlisted or second.unlisted
    if not given and (is_one_folder or (first.manifest.digest == second.manifest.digest and not unlisted)):
        said = "both are the same package; --match solver:A=B compares two of its solvers"
        yield None, PackageWarning(WarningKind.SAME_PACKAGE, "manifest.json", None, 1, said)
    failed = comparison.population.harness_failures.either
    if failed:
        rows = counted(failed, "row is", "rows are")
        said = f"{rows} left out because of a service or internal error in one of the packages"
        yield None, PackageWarning(WarningKind.HARNESS_FAILURE, "results.jsonl", None, failed, f"{said}; see `error`")


def _csv(rows: pd.DataFrame) -> str:
    """The rows as CSV, written like ``rows.csv``."""
    import pandas as pd  # noqa: PLC0415  it costs start-up time

    texts = rows.select_dtypes(exclude=["number", "bool", "boolean"]).columns
    return b"".join(rows_csv(rows.astype(dict.fromkeys(texts, pd.StringDtype("pyarrow"))))).decode()


def _named(package: TracePackage) -> ComparedPackage:
    manifest = package.manifest
    return ComparedPackage(manifest.name, manifest.created, manifest.contract, manifest.digest)
