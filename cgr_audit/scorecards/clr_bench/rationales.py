"""Scores of rationales from three sources: a similarity filter, a judge, and people, who have the last word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.scorecards.codesteps.similarity.similarity import Similarity
from cgr_audit.scorecards.comparison import Comparison, Part
from cgr_audit.scorecards.rates import Measure, ratio
from cgr_audit.tables.table import Column, Kind, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Rationales", "Source", "similarities"]

_SCORES = (0.0, 0.5, 1.0)
_CERTAIN = 1e-12


class Source(StrEnum):
    """Who scores a rationale."""

    FILTER = "filter"
    """0 where rationale and reference are less similar than the threshold, 1 where they are not."""
    JUDGE = "judge"
    HUMAN = "human"
    ROW = "row"
    """The row has its ``rationale_score``."""


@dataclass(frozen=True, slots=True, eq=False)
class Rationales:
    """The rationales of all rows."""

    by_source: Mapping[Source, NDArray[np.float64]]
    """The scores of the three sources; NaN where one has none."""
    settled: NDArray[np.float64]
    """Of each row the score that counts; NaN where there is none."""
    source: tuple[Source | None, ...]
    """Whose score that is."""

    @classmethod
    def of(
        cls,
        records: Sequence[Mapping[str, Any]],
        human: Sequence[float | None],
        similar: NDArray[np.float64],
        threshold: float,
    ) -> Rationales:
        """Settle on a score: a person's, else the row's own, else 0 where the filter stops it, else the judge's.

        What the filter lets through where there is no judge has its 1; where a judge's response could not be parsed
        there is no score.

        Args:
            records: the rows.
            human: of each row the score that a person gave.
            similar: of each row how similar its rationale and the reference are; NaN where that is not known.
            threshold: the least similarity that passes the filter.
        """
        is_answered = np.array([record.get("status") in {None, "answered"} for record in records], dtype=bool)
        passed = np.where(np.isnan(similar), np.nan, similar >= threshold)
        judged = _scores(records, "judge_score")
        people = np.array(human, dtype=np.float64)
        own = np.where(is_answered, _scores(records, "rationale_score"), 0.0)
        has_judge = np.array([record.get("judge") is not None for record in records], dtype=bool)
        settled = np.full(len(records), np.nan)
        source = np.full(len(records), None, dtype=object)
        for name, scores in (
            (Source.HUMAN, people),
            (Source.ROW, own),
            (Source.FILTER, np.where(passed == 0, 0.0, np.nan)),
            (Source.JUDGE, np.where(has_judge, judged, np.nan)),
            (Source.FILTER, np.where(has_judge, np.nan, passed)),
        ):
            taken = np.isnan(settled) & ~np.isnan(scores)
            settled[taken], source[taken] = scores[taken], name
        return cls({Source.FILTER: passed, Source.JUDGE: judged, Source.HUMAN: people}, settled, tuple(source.tolist()))

    @property
    def is_from_sources(self) -> bool:
        """Whether any source but the rows themselves says something."""
        return any(not np.isnan(scores).all() for scores in self.by_source.values())

    def table(self) -> Table:
        """What each source says, side by side."""
        records = []
        for source, scores in self.by_source.items():
            known = scores[~np.isnan(scores)]
            if len(known):
                shares = {f"score_{score:g}": float((known == score).mean()) for score in _SCORES}
                settles = sum(one is source for one in self.source)
                mean = float(known.mean())
                records.append({"source": str(source), "rows": len(known), "mean": mean, **shares, "settles": settles})
        columns = (
            Column("source", "source"),
            Column("rows", "rationales", Kind.COUNT),
            Column("mean", "mean %", Kind.RATE),
            *(Column(f"score_{score:g}", f"{score:g} %", Kind.RATE) for score in _SCORES),
            Column("settles", "counts in", Kind.COUNT),
        )
        note = (
            "Each source over the rationales that it scored; a person's score counts before those of filter and judge."
        )
        return Table("rationale-sources", "Rationales by source of their score", note, columns, tuple(records))

    def agreement(self) -> Comparison | None:
        """Cohen's kappa of each two sources over the rationales that both scored; nothing if there are none."""
        sums, parts, count = [], [], 0
        for one, other in combinations(self.by_source, 2):
            first, second = self.by_source[one], self.by_source[other]
            both = ~np.isnan(first) & ~np.isnan(second)
            if both.any():
                sums.append(_pair_sums(first[both], second[both]))
                parts.append((f"{one} and {other}", count, count := count + int(both.sum())))
        if not parts:
            return None
        every = np.concatenate(sums)
        cases = np.arange(len(every))
        return Comparison(
            "rationale-agreement",
            "Agreement on rationales",
            "Cohen's kappa, in percent: 100 is full agreement, 0 what chance would give; not defined where all scores "
            "are the same. The filter gives 0 and 1 alone, so that every 0.5 is a disagreement with it.",
            every,
            tuple(
                Part((("sources", name),), (cases >= first) & (cases < last), _MEASURES) for name, first, last in parts
            ),
            case="rationale",
        )


def similarities(records: Sequence[Mapping[str, Any]], similarity: Similarity | None) -> NDArray[np.float64]:
    """How similar rationale and reference of each row are; NaN where that is not known.

    Args:
        records: the rows.
        similarity: compares rows that have both texts; nothing to take the ``similarity`` that rows have.

    Raises:
        UsageError: the similarity needs something that is not installed.
    """
    found = _scores(records, "similarity")
    texts = [[record.get(name) for name in ("rationale", "reference_rationale")] for record in records]
    places = [place for place, both in enumerate(texts) if None not in both]
    if similarity is not None and places:
        steps = [str(text) for place in places for text in texts[place]]
        numbers = np.arange(0, len(steps), 2)
        found[places] = similarity.over(steps)(numbers, numbers + 1)
    return found


_PAIRS, _AGREED, _FIRST = range(3)
_SECOND = _FIRST + len(_SCORES)


def _kappa(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cohen's kappa (Cohen 1960) from sums over pairs of scores; not defined where chance alone would agree on all."""
    pairs, first, second = sums[..., _PAIRS], sums[..., _FIRST:_SECOND], sums[..., _SECOND:]
    with np.errstate(invalid="ignore", divide="ignore"):
        observed = sums[..., _AGREED] / pairs
        chance = (first * second).sum(axis=-1) / pairs**2
        found: NDArray[np.float64] = np.where(1 - chance > _CERTAIN, (observed - chance) / (1 - chance), np.nan)
    return found


_MEASURES = (
    Measure("kappa", "κ", "Cohen's kappa of two sources.", _kappa, _PAIRS),
    Measure("agreed", "agreed", "Share of rationales with the same score.", ratio(_AGREED, _PAIRS), _PAIRS, _AGREED),
)


def _pair_sums(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    categories = np.array(_SCORES)
    columns = np.ones(len(first)), first == second, first[:, None] == categories, second[:, None] == categories
    return np.column_stack(columns).astype(np.float64)


def _scores(records: Sequence[Mapping[str, Any]], name: str) -> NDArray[np.float64]:
    return np.array([record.get(name) for record in records], dtype=np.float64)  # null becomes NaN
