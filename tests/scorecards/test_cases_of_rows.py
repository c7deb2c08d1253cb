"""Several rows about one case, rows that contradict others, and figures of cases that are not rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import pytest

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.scorecards.comparison import Comparison, Part
from cgr_audit.scorecards.rates import Measure, ratio
from cgr_audit.scorecards.row_source import RowKey, Rows, RowSource
from cgr_audit.scorecards.scorecard import Scored, score
from cgr_audit.scorecards.scored_rows import ScoredRows

RIGHT = Measure("right", "right", "Cases that are right.", ratio(1, 0), 0, 1)


@dataclass(frozen=True)
class Cases:
    """Rows of which several may be about one case."""

    comparisons: tuple[Comparison, ...] = ()
    contradicting: Mapping[int, str] = field(default_factory=dict)
    name: ClassVar[str] = "clr-bench"
    title: ClassVar[str] = "Cases"
    schema: ClassVar[str] = "clr_bench_row"
    key: ClassVar[RowKey] = RowKey(("id",))
    usual: ClassVar[tuple[tuple[str, ...], ...]] = (("judge",),)
    order: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    finds: ClassVar[frozenset[str]] = frozenset()

    def settings(self) -> dict[str, Any]:
        return {}

    def fault(self, record: Mapping[str, Any]) -> str | None:
        return None if "right" in record else "/right: is not there"

    def scored(self, rows: Rows) -> ScoredRows:
        table = rows.table()
        dropped = np.full(len(table), None, dtype=object)
        dropped[list(self.contradicting)] = "bad_row"
        return ScoredRows(
            rows=table,
            sums=np.array([[1, record["right"]] for record in rows.records], dtype=float),
            measures=(RIGHT,),
            dropped=dropped,
            comparisons=self.comparisons,
            units=np.array([record["case"] for record in rows.records]),
            bad=tuple(self.contradicting.values()),
        )


def scored(scorer: Cases, *rows: tuple[int, str, int], bad: tuple[str, ...] = ()) -> Scored:
    records = [
        {"id": number, "case": case, "judge": judge, "right": right} for number, (case, judge, right) in enumerate(rows)
    ]
    places = [f"rows.jsonl:{number}" for number in range(1, len(rows) + 1)]
    source = RowSource("rows.jsonl", "0" * 64, len(rows) + len(bad))
    return score(scorer, Rows(records, places, bad, (source,)), resampling=Resampling(200, 0, 0.95))


def test_a_case_counts_once_overall_and_once_in_every_group_that_one_of_its_rows_is_in() -> None:
    found = scored(Cases(), (0, "a", 1), (0, "b", 1), (1, "b", 0), (2, "b", 0), (2, "a", 0))
    assert (found.overall.figures[0].rows, found.overall.figures[0].correct) == (3, 1)
    (division,) = found.divisions
    assert [(dict(group.labels)["judge"], group.figures[0].rows) for group in division.groups] == [("a", 2), ("b", 3)]
    assert [group.figures[0].rate for group in division.groups] == [0.5, pytest.approx(1 / 3)]


def test_a_case_whose_first_row_is_dropped_counts_by_its_next() -> None:
    found = scored(Cases(contradicting={0: "rows.jsonl:1: /right: wrong"}), (0, "a", 1), (0, "b", 0))
    assert (found.overall.figures[0].rows, found.overall.figures[0].correct) == (1, 0)


def test_rows_that_contradict_others_are_bad_rows_like_those_that_are_none() -> None:
    said = "rows.jsonl:2: /right: not what line 1 says"
    found = scored(Cases(contradicting={1: said}), (0, "a", 1), (0, "b", 0), bad=("rows.jsonl:9: no JSON",))
    assert found.bad == ("rows.jsonl:9: no JSON", said)
    assert found.overall.dropped == (("bad_row", 2),)
    assert found.read == 3


def test_a_comparison_is_a_division_with_the_counts_and_intervals_of_its_own_cases() -> None:
    sums = np.array([[1, 1], [1, 0], [1, 0], [1, 1], [1, 1]], dtype=float)
    first = np.array([True, True, True, False, False])
    comparison = Comparison(
        "halves",
        "Halves",
        "The first three, and the others.",
        sums,
        (
            Part((("half", "first"),), first, (RIGHT,), (("unknown", 4),)),
            Part((("half", "second"),), ~first, (RIGHT,)),
        ),
    )
    halves = scored(Cases((comparison,)), (0, "a", 1)).divisions[-1]
    assert (halves.name, halves.title) == ("halves", "Halves")
    one, other = halves.groups
    assert one.figures[0].rate == pytest.approx(1 / 3)
    assert (one.figures[0].rows, one.dropped) == (3, (("unknown", 4),))
    assert (one.figures[0].interval.low, one.figures[0].interval.high) == (0, 1)
    assert (other.figures[0].rate, other.figures[0].interval.refused) == (1, "2 rows: fewer than 3")


def test_cases_of_a_comparison_are_drawn_within_their_strata() -> None:
    # Of two right and two wrong cases in strata of their own, every resample has exactly two right ones.
    sums = np.array([[1, 1], [1, 1], [1, 0], [1, 0]], dtype=float)
    everything = Part((("of", "all"),), np.ones(4, dtype=bool), (RIGHT,))
    apart = Comparison("apart", "Apart", "", sums, (everything,), strata=np.array([0, 0, 1, 1]))
    (group,) = scored(Cases((apart,)), (0, "a", 1)).divisions[-1].groups
    assert (group.figures[0].interval.low, group.figures[0].interval.high) == (0.5, 0.5)
