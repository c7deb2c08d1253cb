"""Result rows joined with verdicts, findings and run metrics: a package's rows table and what it says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.controls.answers import control_answers
from cgr_audit.accuracy.experiment.experiment import Experiment, experiment_of
from cgr_audit.accuracy.experiment.tables import experiment_tables
from cgr_audit.accuracy.extraction.summary import Extraction, extraction_summary
from cgr_audit.accuracy.extraction.tables import extraction_tables
from cgr_audit.accuracy.extraction.tally import tally_of
from cgr_audit.accuracy.rows.table import coded_rows, with_texts
from cgr_audit.accuracy.settings import Settings
from cgr_audit.accuracy.splits.budgets import attempts_of
from cgr_audit.accuracy.summary import AccuracySummary, summarise
from cgr_audit.accuracy.table_warnings import harness_warnings, warnings_table, with_warnings
from cgr_audit.accuracy.tables import tables
from cgr_audit.notebook import notebook_html
from cgr_audit.records.collection import paused_collection
from cgr_audit.records.package import TracePackage
from cgr_audit.records.package_warnings import package_warnings
from cgr_audit.source.contract import Contract

if TYPE_CHECKING:
    import pandas as pd

    from cgr_audit.tables.table import Table

__all__ = ["Joined", "coded_table_of", "join_package", "joined_tables", "table_of"]


@dataclass(frozen=True)
class Joined:
    """A rows table, and every figure that rests on it."""

    rows: pd.DataFrame
    """The rows table with texts as categories."""
    summary: AccuracySummary
    extraction: Extraction
    """What other extraction rules make of the recorded responses."""
    experiment: Experiment
    """Items against rows, who took part, and how programs were generated."""

    @cached_property
    def table(self) -> pd.DataFrame:
        """The rows table."""
        return with_texts(self.rows)

    def to_record(self) -> dict[str, Any]:
        """The content of ``accuracy.json``."""
        extraction = {"extraction": self.extraction.to_record()}
        return {**self.summary.to_record(), **self.experiment.to_record(), **extraction}

    def _repr_html_(self) -> str:
        return notebook_html(self)


def join_package(
    package: TracePackage,
    contract: Contract,
    settings: Settings | None = None,
    *,
    overrides: str | None = None,
    rules: Path | None = None,
    on_rows: Callable[[pd.DataFrame], None] | None = None,
) -> Joined:
    """Join a package's rows.

    Args:
        package: with result rows; verdicts, findings, probes and calls are taken where it has them.
        contract: says what marks a failed extraction, and the calls allowed per attempt.
        settings: the choice about missing answers and the resampling; the budget is the contract's.
        overrides: the package's own contract, where ``contract`` is another one.
        rules: the folder of further rules that its verdicts should follow from.
        on_rows: what is called with the rows as soon as they are there, as ``Joined.rows`` has them.

    Raises:
        UsageError: there is no such folder, or no rule in it.
    """
    with paused_collection():
        joined = _joined(package, contract, settings or Settings(), on_rows)
    warnings = (
        *package_warnings(package, contract, overrides=overrides, rules=rules),
        *harness_warnings(joined.summary.population),
    )
    return replace(joined, summary=replace(joined.summary, warnings=warnings))


def joined_tables(joined: Joined) -> list[Table]:
    """Every table of a join, the headline first and its warnings last; each says what there are warnings of."""
    warnings = joined.summary.warnings
    every = [
        *tables(joined.summary),
        *experiment_tables(joined.experiment, joined.summary),
        *extraction_tables(joined.extraction),
    ]
    return [*with_warnings(every, warnings), *warnings_table(warnings)]


def table_of(package: TracePackage, contract: Contract) -> pd.DataFrame:
    """The rows table of a package: see ``rows_table``.

    Args:
        package: opened; what is known of its rows was kept then, so that no file is read again.
        contract: says what marks a failed extraction.
    """
    return with_texts(coded_table_of(package, contract))


def coded_table_of(package: TracePackage, contract: Contract) -> pd.DataFrame:
    """The same with texts as categories: see ``coded_rows``."""
    return coded_rows(
        package.checked.results,
        items=package.item_facts,
        solvers=package.solvers,
        programs=package.program_facts,
        verdicts=package.judged("verdicts.jsonl"),
        findings=package.judged("findings.jsonl"),
        failure_value=contract.extraction.failure_value,
        probes=package.judged("probes.jsonl"),
    )


def _joined(
    package: TracePackage,
    contract: Contract,
    chosen: Settings,
    on_rows: Callable[[pd.DataFrame], None] | None,
) -> Joined:
    tally = tally_of(package)
    table = tally.with_columns(coded_table_of(package, contract))
    if on_rows is not None:
        on_rows(table)
    settings = replace(chosen, budget=contract.solver.budget)
    summary = summarise(table, attempts_of(package), settings, control_answers(package))
    return Joined(
        rows=table,
        summary=summary,
        extraction=extraction_summary(table, tally, contract.extraction.failure_value),
        experiment=experiment_of(package, table, summary),
    )
