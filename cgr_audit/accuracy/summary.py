"""Everything that is said about a rows table, as one value that can be written out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.contingency import contingency
from cgr_audit.accuracy.controls.summary import Controls, controls_summary
from cgr_audit.accuracy.headline import Headline, headline
from cgr_audit.accuracy.intervals.estimates import Method
from cgr_audit.accuracy.pair_counts import PAIR
from cgr_audit.accuracy.population import Population, is_counted, population, registered_rows
from cgr_audit.accuracy.settings import Settings
from cgr_audit.accuracy.splits.budgets import call_budgets, call_numbers, calls_histogram
from cgr_audit.accuracy.splits.calls_spent import calls_spent
from cgr_audit.accuracy.splits.counts import answer_counts, probe_counts, verdict_counts
from cgr_audit.accuracy.splits.coverage import metadata_coverage
from cgr_audit.accuracy.splits.fallback_share import executed_provenance, fallback_share
from cgr_audit.accuracy.splits.gates import gate_figures
from cgr_audit.accuracy.splits.generators import by_difficulty, by_generator, difficulty_levels
from cgr_audit.accuracy.splits.overlap import one_sided, partition_overlap, regressions
from cgr_audit.accuracy.splits.rules import rule_counts
from cgr_audit.accuracy.splits.violations import Group, Violation, not_audited, violations
from cgr_audit.accuracy.treated import TreatedRows, treated_rows
from cgr_audit.accuracy.treatments import Treatment, is_executed
from cgr_audit.records.warning_kinds import PackageWarning

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SCHEMA_VERSION", "AccuracySummary", "summarise"]

SCHEMA_VERSION = "2.3"

Records = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class AccuracySummary:
    """The accuracy tables of one package. Records are as ``docs/accuracy.md`` and ``schemas/accuracy.json`` say."""

    settings: Settings
    population: Population
    kept: TreatedRows
    """The rows under the treatment ``kept``, to make further figures of."""
    verdicts: Records
    answers: Records
    headlines: tuple[Headline, ...]
    by_dataset: Records
    by_solver: Records
    by_pair: Records
    by_generator: Records
    by_difficulty: Records
    thresholds: Records
    overlap: Records
    one_sided: Records
    regressions: Records
    """All nine, and the headlines, under each treatment that has a meaning here."""
    violations: tuple[Violation, ...]
    not_audited: Group | None
    """Both under the treatment ``kept``: every row as it is."""
    calls_spent: Records
    executed_provenance: Records
    fallback_share: Mapping[str, Any]
    """All three of the rows that were executed."""
    probes: Records
    """Programs, rows and accuracy by whether the answer follows the solver; empty where nothing was probed."""
    budgets: Records
    calls_histogram: Records
    coverage: Records
    rules: Records
    controls: Controls
    """The assisted answers against controls on the same rows, under each treatment."""
    warnings: tuple[PackageWarning, ...] = ()
    """What the figures have to be read with."""

    def to_record(self) -> dict[str, Any]:
        """The content of ``accuracy.json``."""
        return {
            "schema_version": SCHEMA_VERSION,
            "settings": self.settings.to_record(),
            "methods": [
                {"method": known.value, "label": known.label, "meaning": known.meaning, "unit": known.unit}
                for known in Method
            ],
            "population": self.population.to_record(),
            "verdicts": list(self.verdicts),
            "answers": list(self.answers),
            "headline": [one.to_record() for one in self.headlines],
            "by_dataset": list(self.by_dataset),
            "by_solver": list(self.by_solver),
            "by_pair": list(self.by_pair),
            "by_generator": list(self.by_generator),
            "by_difficulty": list(self.by_difficulty),
            "thresholds": list(self.thresholds),
            "overlap": list(self.overlap),
            "one_sided": list(self.one_sided),
            "regressions": list(self.regressions),
            "violations": [one.to_record() for one in self.violations],
            "not_audited": None if self.not_audited is None else self.not_audited.to_record(),
            "calls_spent": list(self.calls_spent),
            "executed_provenance": list(self.executed_provenance),
            "fallback_share": dict(self.fallback_share),
            "probes": list(self.probes),
            "budgets": list(self.budgets),
            "calls_histogram": list(self.calls_histogram),
            "coverage": list(self.coverage),
            "rules": list(self.rules),
            "controls": self.controls.to_record(),
            "warnings": [note.to_record() for note in self.warnings],
        }


def summarise(
    table: pd.DataFrame, attempts: pd.DataFrame, settings: Settings, controls: pd.DataFrame | None = None
) -> AccuracySummary:
    """Compute every figure of a rows table.

    Args:
        table: as made by ``rows_table``.
        attempts: the calls of each attempt, as counted by ``calls_by_attempt``.
        settings: the choice about missing answers, the resampling, and the contract's calls per attempt.
        controls: as ``control_answers`` gives them; nothing if there are none.
    """
    rows = registered_rows(table)
    basis = population(table, rows)
    counted = rows[is_counted(rows)]
    treated = [
        treated_rows(rows, treatment, settings.missing, basis.absent)
        for treatment in Treatment
        if _has_meaning(treatment, basis)
    ]
    kept = treated_rows(rows, Treatment.KEPT, settings.missing, basis.absent, ["codes", "audited"])
    executed = kept.rows[is_executed(kept.rows)]
    by_provenance = contingency(executed, ["executed_provenance"])
    made = attempts[attempts["solver"].isin(set(rows["solver"].cat.categories))]
    numbers = call_numbers(counted, made)
    levels = difficulty_levels(rows["genLLM_difficulty"])
    headlines = tuple(headline(one, settings.resampling) for one in treated)
    return AccuracySummary(
        settings=settings,
        population=basis,
        kept=kept,
        verdicts=verdict_counts(counted),
        answers=answer_counts(rows),
        headlines=headlines,
        by_dataset=_under(treated, lambda one: one.tallies.figures_by(["dataset"])),
        by_solver=_under(treated, lambda one: one.tallies.figures_by(["solver"])),
        by_pair=_under(treated, lambda one: one.tallies.figures_by(PAIR)),
        by_generator=_under(treated, by_generator),
        by_difficulty=_under(treated, lambda one: by_difficulty(one, levels)),
        thresholds=_under(treated, lambda one: gate_figures(one.tallies)),
        overlap=_under(treated, partition_overlap),
        one_sided=_under(treated, lambda one: [one_sided(one)]),
        regressions=_under(treated, lambda one: regressions(one.tallies)),
        violations=violations(kept, settings.resampling),
        not_audited=not_audited(kept),
        calls_spent=calls_spent(executed),
        executed_provenance=executed_provenance(by_provenance),
        fallback_share=fallback_share(by_provenance),
        probes=probe_counts(kept.rows),
        budgets=call_budgets(numbers, settings.budget),
        calls_histogram=calls_histogram(numbers),
        coverage=metadata_coverage(counted, made, controls),
        rules=rule_counts(counted),
        controls=controls_summary(controls, rows, treated, headlines, settings.resampling),
    )


def _has_meaning(treatment: Treatment, basis: Population) -> bool:
    if treatment is Treatment.DIRECT_INSTEAD and "direct" in basis.absent:
        return False
    return basis.judged or treatment is Treatment.KEPT


def _under(
    treated: Sequence[TreatedRows], made: Callable[[TreatedRows], Sequence[Mapping[str, Any]]]
) -> list[dict[str, Any]]:
    """Records of each treatment, which they name first."""
    return [{"treatment": one.treatment.value, **record} for one in treated for record in made(one)]
