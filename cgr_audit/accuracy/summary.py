"""Everything that is said about a rows table, as one value that can be written out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.aggregates import Macro, Micro, macro, micro
from cgr_audit.accuracy.budgets import AttemptCalls, call_budgets
from cgr_audit.accuracy.counts import (
    answer_counts,
    executed_provenance_counts,
    probe_counts,
    rule_counts,
    verdict_counts,
)
from cgr_audit.accuracy.partitions import THRESHOLDS, pairs_above, zero_baseline_pairs
from cgr_audit.accuracy.rows import CHANNELS, AnswerStatus
from cgr_audit.accuracy.treatments import Treatment, treat

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["AccuracySummary", "Headline", "Population", "summarise"]

SCHEMA_VERSION = "1.0"


@dataclass(frozen=True, slots=True)
class Population:
    """Which rows the figures rest on, and which not."""

    total: int
    counted: int
    excluded_solvers: Mapping[str, int]
    """Solvers that are not registered, and their rows: left out of every figure."""
    incomplete: int
    """Rows that a fault of the harness left without an outcome: left out of every figure, never counted as wrong."""
    judged: bool
    """Whether there are verdicts; without them only the treatment ``kept`` can be given."""
    absent: tuple[str, ...]
    """Channels without a single answer, such as the direct one where there is no direct path; they have no accuracy."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return {
            "total": self.total,
            "counted": self.counted,
            "excluded_solvers": [{"solver": name, "rows": rows} for name, rows in self.excluded_solvers.items()],
            "incomplete": self.incomplete,
            "judged": self.judged,
            "absent_channels": list(self.absent),
        }


@dataclass(frozen=True, slots=True)
class Headline:
    """The accuracy of the three channels under one treatment."""

    treatment: Treatment
    micro: Micro
    macro: Macro
    non_zero_micro: Micro
    """Over the pairs with at least one correct direct answer."""
    non_zero_macro: Macro
    zero_pairs: tuple[tuple[str, str], ...]
    """The other pairs."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return {
            "treatment": self.treatment.value,
            "meaning": self.treatment.meaning,
            "micro": self.micro.to_record(),
            "macro": self.macro.to_record(),
            "non_zero_baseline": {"micro": self.non_zero_micro.to_record(), "macro": self.non_zero_macro.to_record()},
            "zero_baseline_pairs": [{"dataset": dataset, "solver": solver} for dataset, solver in self.zero_pairs],
        }


@dataclass(frozen=True, slots=True)
class AccuracySummary:
    """The accuracy tables of one package."""

    population: Population
    headlines: tuple[Headline, ...]
    verdicts: Sequence[Mapping[str, Any]]
    by_dataset: Sequence[Mapping[str, Any]]
    by_solver: Sequence[Mapping[str, Any]]
    by_pair: Sequence[Mapping[str, Any]]
    thresholds: Sequence[Mapping[str, Any]]
    """Micro and macro over pairs above each of the paper's direct-accuracy gates, under the first treatment given."""
    answers: Sequence[Mapping[str, Any]]
    budgets: Sequence[Mapping[str, Any]]
    rules: Sequence[Mapping[str, Any]]
    executed_provenance: Sequence[Mapping[str, Any]]
    probes: Sequence[Mapping[str, Any]] = ()
    """Programs, rows and accuracy by whether the answer follows the solver; empty where nothing was probed."""

    def to_record(self) -> dict[str, Any]:
        """The content of ``accuracy.json``."""
        return {
            "schema_version": SCHEMA_VERSION,
            "rows": self.population.to_record(),
            "verdicts": list(self.verdicts),
            "headline": [headline.to_record() for headline in self.headlines],
            "by_dataset": list(self.by_dataset),
            "by_solver": list(self.by_solver),
            "by_pair": list(self.by_pair),
            "thresholds": list(self.thresholds),
            "answers": list(self.answers),
            "budgets": list(self.budgets),
            "rules": list(self.rules),
            "executed_provenance": list(self.executed_provenance),
            "probes": list(self.probes),
        }


def summarise(table: pd.DataFrame, attempts: AttemptCalls, budget: int | None) -> AccuracySummary:
    """Compute every figure of a rows table.

    Args:
        table: as made by ``rows_table``.
        attempts: the calls of each attempt, as counted by ``calls_by_attempt``.
        budget: the contract's solver calls per attempt.
    """
    population, counted = _population(table)
    treatments = [treatment for treatment in Treatment if _has_meaning(treatment, population)]
    treated = {treatment: treat(counted, treatment) for treatment in treatments}
    first = treated[treatments[0]]
    return AccuracySummary(
        population=population,
        headlines=tuple(_headline(treatment, rows) for treatment, rows in treated.items()),
        verdicts=verdict_counts(counted),
        by_dataset=_by(treated, ["dataset"]),
        by_solver=_by(treated, ["solver"]),
        by_pair=_by(treated, ["dataset", "solver"]),
        thresholds=_thresholds(treatments[0], first),
        answers=answer_counts(counted),
        budgets=call_budgets(counted, attempts, budget),
        rules=rule_counts(counted),
        executed_provenance=executed_provenance_counts(counted),
        probes=probe_counts(counted),
    )


def _population(table: pd.DataFrame) -> tuple[Population, pd.DataFrame]:
    registered = table["registered"].astype(bool)
    complete = (table["outcome"] != "host_failure").fillna(value=True).astype(bool)
    counted = table[registered & complete]
    without = [AnswerStatus.MISSING, AnswerStatus.REFUSED, AnswerStatus.NOT_RUN]
    absent = tuple(name for name in CHANNELS if len(counted) and counted[f"{name}_status"].isin(without).all())
    for name in absent:
        counted = counted.assign(
            **{f"{name}_correct": counted[f"{name}_correct"].mask(counted[f"{name}_correct"].notna())}
        )
    excluded = table[~registered].groupby("solver", sort=True).size()
    population = Population(
        total=len(table),
        counted=len(counted),
        excluded_solvers={str(name): int(rows) for name, rows in excluded.items()},
        incomplete=int((registered & ~complete).sum()),
        judged=bool(table["verdict"].notna().any()),
        absent=absent,
    )
    return population, counted


def _has_meaning(treatment: Treatment, population: Population) -> bool:
    if treatment is Treatment.DIRECT_INSTEAD and "direct" in population.absent:
        return False
    return population.judged or treatment is Treatment.KEPT


def _headline(treatment: Treatment, rows: pd.DataFrame) -> Headline:
    non_zero = pairs_above(rows, 0)
    return Headline(
        treatment=treatment,
        micro=micro(rows),
        macro=macro(rows),
        non_zero_micro=micro(non_zero),
        non_zero_macro=macro(non_zero),
        zero_pairs=tuple(zero_baseline_pairs(rows)),
    )


def _by(treated: Mapping[Treatment, pd.DataFrame], columns: list[str]) -> list[dict[str, Any]]:
    lines = []
    for treatment, table in treated.items():
        for key, rows in table.groupby(columns, sort=True):
            named = dict(zip(columns, (str(part) for part in key), strict=True))
            lines.append({"treatment": treatment.value, **named, **micro(rows).to_record()})
    return lines


def _thresholds(treatment: Treatment, rows: pd.DataFrame) -> list[dict[str, Any]]:
    lines = []
    for threshold in THRESHOLDS:
        above = pairs_above(rows, threshold)
        lines.append(
            {
                "treatment": treatment.value,
                "direct_above": threshold,
                "micro": micro(above).to_record(),
                "macro": macro(above).to_record(),
            }
        )
    return lines
