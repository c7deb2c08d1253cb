"""Scoring rows of CodeStepsEval."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cgr_audit.plural import counted
from cgr_audit.scorecards.codesteps.alignment import Pointer
from cgr_audit.scorecards.codesteps.correlations import Correlation, correlation_table, correlations, sws_intervals
from cgr_audit.scorecards.codesteps.faults import row_fault
from cgr_audit.scorecards.codesteps.human_marks import human_agreement, human_marks, human_table
from cgr_audit.scorecards.codesteps.measures import (
    BY_K,
    BY_THRESHOLD,
    FAILURES,
    SHOWN_KS,
    failure_measures,
    measures_at_k,
)
from cgr_audit.scorecards.codesteps.outcomes import outcome_table
from cgr_audit.scorecards.codesteps.pass_at_k import pass_at_k
from cgr_audit.scorecards.codesteps.row_overlap import OVERLAPS, Overlap, overlaps
from cgr_audit.scorecards.codesteps.row_steps import RowSteps
from cgr_audit.scorecards.codesteps.settings import Setting, has_scored_steps, setting_of, settings_compared
from cgr_audit.scorecards.codesteps.similarity.registry import SIMILARITIES
from cgr_audit.scorecards.codesteps.similarity.similarity import Similarity
from cgr_audit.scorecards.codesteps.sws_levels import levels_of, sws_by_level_table
from cgr_audit.scorecards.codesteps.verdicts import Verdicts, verdicts
from cgr_audit.scorecards.rates import Measure
from cgr_audit.scorecards.row_source import RowKey, Rows
from cgr_audit.scorecards.row_sums import RowSums
from cgr_audit.scorecards.running.runner import ProgramRunner
from cgr_audit.scorecards.scored_rows import Breakdown, ScoredRows
from cgr_audit.tables.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["GRID", "NOTHING_TO_SCORE", "CodeSteps"]

GRID = tuple(place / 20 for place in range(10, 20))
"""The thresholds of the curve: from 0.5 to 0.95."""
NOTHING_TO_SCORE = "nothing_to_score"
"""Why a row is in no figure: it has no reference steps, and no sample that is known to pass or fail."""

_AT_LEAST_ONE = "Probability that at least one of k = {k} samples passes, unbiased, mean over rows."


@dataclass(frozen=True, slots=True)
class CodeSteps:
    """Thought steps and code: SWS, step precision, recall and F1, pass@k, and how code fails."""

    name: ClassVar[str] = "codesteps"
    title: ClassVar[str] = "CodeStepsEval: thought steps and the code that follows them"
    schema: ClassVar[str] = "codesteps_row"
    key: ClassVar[RowKey] = RowKey(("id", "model", "setting"), {"setting": setting_of})
    usual: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("model",),
        ("level",),
        ("model", "level"),
        ("setting",),
        ("model", "setting"),
    )
    order: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType(
        {"level": ("basic", "challenging", "advanced"), "setting": tuple(Setting)}
    )
    finds: ClassVar[frozenset[str]] = frozenset(
        {
            "sws",
            "precision",
            "recall",
            "f1",
            "sample_sws",
            "sample_f1",
            "sample_passed",
            "sample_failure",
            "sample_reason",
            *OVERLAPS,
        }
    )

    threshold: float = 0.8
    """The least similarity of steps that match."""
    thresholds: tuple[float, ...] = GRID
    """Those of the curve."""
    pointer: Pointer = Pointer.PRINTED
    similarity: Similarity = field(default_factory=lambda: next(iter(SIMILARITIES.values())))
    running: ProgramRunner = field(default_factory=ProgramRunner)
    """Runs samples without a verdict."""

    def settings(self) -> dict[str, Any]:
        """What the figures depend on; how many run at a time is no part of it."""
        return {
            "threshold": self.threshold,
            "thresholds": list(self.thresholds),
            "pointer": self.pointer.value,
            "similarity": self.similarity.name,
            "similarity_version": self.similarity.version(),
            "limits": asdict(self.running.limits),
        }

    def fault(self, record: Mapping[str, Any]) -> str | None:
        """Steps or samples that are empty, and samples that pass and fail at once."""
        return row_fault(record)

    def scored(self, rows: Rows) -> ScoredRows:
        """What each row adds to the scores of its steps, to pass@k, and to the kinds of failures.

        Raises:
            UsageError: the similarity needs something that is not installed.
        """
        sums = RowSums()
        steps = RowSteps.of(rows.records, (self.threshold, *self.thresholds), self.pointer, self.similarity)
        found = verdicts(rows.records, self.running.run_tests, self.running.taken_out)
        judged, passed = found.counts()
        passing = pass_at_k(judged, passed, max(1, int(judged.max(initial=0))))
        texts, unmeasured = overlaps(rows.records)
        measures = tuple(_measures(sums, steps, texts, found, passing))
        used = {measure.point.curve for measure in measures if measure.point is not None}
        levels = levels_of(rows.records, self.order["level"])
        together = [] if steps is None else list(_correlations(levels, steps, passing))
        compared = settings_compared(rows.records, passing[:, 0])
        agreement = [] if steps is None else _agreement(rows.records, steps, texts)
        return ScoredRows(
            rows=rows.table(),
            found_of_rows={
                **({} if steps is None else steps.columns()),
                **{text.name: text.column() for text in texts},
                **found.columns(),
            },
            sums=sums.array(),
            measures=measures,
            dropped=_dropped(steps, judged),
            notes=(*_notes(rows.records, steps, judged), *unmeasured, *found.notes()),
            breakdowns=() if steps is None else (_by_sws(steps),),
            curves=tuple(curve for curve in (BY_K, BY_THRESHOLD, FAILURES) if curve.name in used),
            comparisons=() if compared is None else (compared,),
            tables=(
                *([_by_level(levels, steps, passing), correlation_table(together)] if steps and together else []),
                *([human_table(agreement)] if agreement else []),
                outcome_table(found.of_rows, [record.get("language") for record in rows.records]),
            ),
            found={
                "samples": found.to_record(),
                "correlations": [one.to_record() for one in together],
                "human_marks": agreement,
                "measures": {text.name: text.version for text in texts},
            },
            columns_of_groups=len(sums.of_groups),
            incomplete=found.incomplete(),
        )


def _measures(
    sums: RowSums,
    steps: RowSteps | None,
    texts: Sequence[Overlap],
    found: Verdicts,
    passing: NDArray[np.float64],
) -> Iterator[Measure]:
    judged, _ = found.counts()
    if steps is not None:
        yield from steps.measures(sums)
    if steps is None or judged.any():
        yield from measures_at_k(sums, "pass", _AT_LEAST_ONE, passing, judged, SHOWN_KS)
    if steps is not None:
        yield from steps.measures_at_k(sums)
    for text in texts:
        yield from text.measures(sums)
    yield from failure_measures(sums, found.of_rows)


def _correlations(
    levels: Mapping[str | None, NDArray[np.bool_]], steps: RowSteps, passing: NDArray[np.float64]
) -> Iterator[Correlation]:
    at = {k: passing[:, k - 1] for k in SHOWN_KS if k <= passing.shape[1]}
    return correlations(*_sws_by_threshold(steps), at, levels)


def _by_level(levels: Mapping[str | None, NDArray[np.bool_]], steps: RowSteps, passing: NDArray[np.float64]) -> Table:
    return sws_by_level_table(levels, *_sws_by_threshold(steps), passing[:, 0])


def _sws_by_threshold(steps: RowSteps) -> tuple[list[float], list[NDArray[np.float64]]]:
    sws = dict(zip(steps.thresholds, steps.sws(), strict=True))
    thresholds = sorted(sws)
    return thresholds, [sws[threshold] for threshold in thresholds]


def _agreement(records: Sequence[Mapping[str, Any]], steps: RowSteps, texts: Sequence[Overlap]) -> list[dict[str, Any]]:
    marks = human_marks(filter(has_scored_steps, records))
    scores = {"SWS": steps.scores.sws[0], "step F1": steps.scores.f1[0]}
    scores |= {text.label: text.values for text in texts if len(text.values) == len(marks)}
    return human_agreement(marks, scores)


def _by_sws(steps: RowSteps) -> Breakdown:
    note = "By the mean SWS of a row's samples; an interval has its lower end, and the last one both."
    return Breakdown("by-sws", "By SWS", note, "SWS", sws_intervals(steps.sws()[0]))


def _dropped(steps: RowSteps | None, judged: NDArray[np.int64]) -> NDArray[np.object_]:
    nothing = judged == 0
    if steps is not None:
        nothing &= steps.samples.counts == 0
    return np.array([NOTHING_TO_SCORE if one else None for one in nothing], dtype=object)


def _notes(records: Sequence[Mapping[str, Any]], steps: RowSteps | None, judged: NDArray[np.int64]) -> Iterator[str]:
    settings = {setting_of(record) for record in records}
    if len(settings) > 1:
        yield f"Rows of {len(settings)} settings: figures of all rows, and by model or level, are over all of them."
    if steps is not None:
        own = np.array([setting_of(record) is Setting.OWN_STEPS for record in records], dtype=bool)
        without = int(((steps.samples.counts == 0) & (judged > 0) & own).sum())
        if without:
            yield f"{counted(without, 'row')} without reference steps: in pass@k, not in SWS and F1."
        unjudged = int(((steps.samples.counts > 0) & (judged == 0)).sum())
        if unjudged:
            yield f"{counted(unjudged, 'row')} without a sample that is known to pass or fail: not in pass@k."
