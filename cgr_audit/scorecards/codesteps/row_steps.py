"""The scores of steps, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.scorecards.codesteps.alignment import Pointer
from cgr_audit.scorecards.codesteps.by_row import Samples
from cgr_audit.scorecards.codesteps.measures import SHOWN_KS, measures_at_k, step_measures
from cgr_audit.scorecards.codesteps.settings import has_scored_steps
from cgr_audit.scorecards.codesteps.similarity.similarity import Similarity
from cgr_audit.scorecards.codesteps.step_scores import StepScores, score_steps
from cgr_audit.scorecards.rates import Measure
from cgr_audit.scorecards.row_sums import RowSums

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["RowSteps"]

_BEST = "Mean over rows of the best {name} among the first k = {{k}} samples."


@dataclass(frozen=True, slots=True, eq=False)
class RowSteps:
    """The steps of all samples, scored at several thresholds; the first is the one that the scorecard is about."""

    thresholds: tuple[float, ...]
    samples: Samples
    """Which predictions belong to which row; a row without reference steps, or without own ones, has none."""
    scores: StepScores

    @classmethod
    def of(
        cls,
        records: Sequence[Mapping[str, Any]],
        thresholds: tuple[float, ...],
        pointer: Pointer,
        similarity: Similarity,
    ) -> RowSteps | None:
        """Score the steps of rows; nothing if no row has reference steps.

        Raises:
            UsageError: the similarity needs something that is not installed.
        """
        there = [has_scored_steps(record) for record in records]
        if not any(there):
            return None
        counts = [len(record["samples"]) if has else 0 for record, has in zip(records, there, strict=True)]
        chosen = [record for record, has in zip(records, there, strict=True) if has]
        scores = score_steps(
            [record["reference_steps"] for record in chosen for _ in record["samples"]],
            [sample.get("predicted_steps") or [] for record in chosen for sample in record["samples"]],
            thresholds=thresholds,
            pointer=pointer,
            similarity=similarity,
        )
        return cls(thresholds, Samples(np.array(counts, dtype=np.intp)), scores)

    def sws(self) -> list[NDArray[np.float64]]:
        """At each threshold the mean SWS of each row's samples, NaN for a row without steps."""
        return [self.samples.mean(values) for values in self.scores.sws]

    def measures(self, sums: RowSums) -> Iterator[Measure]:
        """SWS, step precision, recall and F1, at every threshold."""
        return step_measures(sums, self.samples, self.scores, self.thresholds)

    def measures_at_k(self, sums: RowSums) -> Iterator[Measure]:
        """SWS@k and F1@k; at one sample groups do without, where they would stand next to SWS and F1."""
        most = int(self.samples.counts.max())
        shown = tuple(k for k in SHOWN_KS if k > 1)
        for name, values in (("SWS", self.scores.sws), ("F1", self.scores.f1)):
            best = self.samples.best_of_first(values[0], most)
            yield from measures_at_k(sums, name, _BEST.format(name=name), best, self.samples.counts, shown)

    def columns(self) -> dict[str, list[Any]]:
        """What was found of each row: the means of its samples, and the scores of each sample."""
        scores = {name: getattr(self.scores, name)[0] for name in ("sws", "precision", "recall", "f1")}
        found: dict[str, list[Any]] = {
            name: [None if np.isnan(value) else value for value in self.samples.mean(values).tolist()]
            for name, values in scores.items()
        }
        for name in ("sws", "f1"):
            found[f"sample_{name}"] = self._listed(scores[name])
        return found

    def _listed(self, values: NDArray[np.float64]) -> list[list[float] | None]:
        every, counts = values.tolist(), self.samples.counts
        ends = np.cumsum(counts).tolist()
        starts = [0, *ends[:-1]]
        return [every[start:end] or None for start, end in zip(starts, ends, strict=True)]
