"""Result rows joined with verdicts, findings and run metrics: a package's rows table and what it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cgr_audit.accuracy.budgets import calls_by_attempt
from cgr_audit.accuracy.rows import rows_table
from cgr_audit.accuracy.rows_files import rows_csv, rows_parquet
from cgr_audit.accuracy.summary import AccuracySummary, summarise
from cgr_audit.accuracy.tables import accuracy_table, tables
from cgr_audit.records.lines import write_atomically
from cgr_audit.records.package import TracePackage
from cgr_audit.records.writing import encode_document
from cgr_audit.source.contract import Contract
from cgr_audit.tables.csv_table import csv_table
from cgr_audit.tables.markdown import markdown

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Joined", "join_package", "write_join"]


@dataclass(frozen=True, slots=True)
class Joined:
    """A rows table, and every figure that rests on it."""

    table: pd.DataFrame
    summary: AccuracySummary


def join_package(package: TracePackage, contract: Contract) -> Joined:
    """Join a package's rows.

    Args:
        package: with result rows; verdicts, findings, probes and calls are taken where it has them.
        contract: says what marks a failed extraction, and the calls allowed per attempt.
    """
    table = rows_table(
        package.checked.results,
        items=package.items,
        solvers=package.solvers,
        programs=package.programs,
        verdicts=package.fields("verdicts.jsonl", ("program_id", "verdict", "reasons")),
        findings=package.fields("findings.jsonl", ("program_id", "code")),
        failure_value=contract.extraction.failure_value,
        probes=package.fields("probes.jsonl", ("program_id", "item_id", "sensitivity", "fallback")),
    )
    return Joined(table, summarise(table, calls_by_attempt(package.calls()), contract.solver.budget))


def write_join(joined: Joined, folder: Path) -> list[Path]:
    """Write ``rows.csv``, ``rows.parquet``, ``accuracy.json``, ``accuracy.csv`` and ``accuracy.md``; their paths.

    The same rows give the same bytes. In CSV null is an empty field; there are no empty texts.
    """
    contents: dict[str, Iterable[bytes]] = {
        "rows.csv": rows_csv(joined.table),
        "rows.parquet": [rows_parquet(joined.table)],
        "accuracy.json": [encode_document(joined.summary.to_record())],
        "accuracy.csv": [csv_table(accuracy_table(joined.summary)).encode()],
        "accuracy.md": ["\n".join(_markdown(joined.summary)).encode()],
    }
    for name, content in contents.items():
        write_atomically(folder / name, content)
    return [folder / name for name in contents]


def _markdown(summary: AccuracySummary) -> Iterator[str]:
    population = summary.population
    yield "# Accuracy\n"
    yield f"{population.counted} of {population.total} rows count.\n"
    for solver, rows in population.excluded_solvers.items():
        yield f"{rows} rows of the solver `{solver}` are left out: it is not registered.\n"
    if population.incomplete:
        yield f"{population.incomplete} rows are left out: a fault of the harness left them without an outcome.\n"
    for table in tables(summary):
        yield markdown(table)
