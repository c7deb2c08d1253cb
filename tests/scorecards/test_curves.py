"""Curves as tables, and measures that are shown in some places only."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.scorecards.clr_bench.scorer import ClrBench
from cgr_audit.scorecards.curves import curve_figures, curve_table
from cgr_audit.scorecards.rates import Measure, Point, Shown, ratio
from cgr_audit.scorecards.row_source import Rows
from cgr_audit.scorecards.scorecard import Scored, score
from cgr_audit.scorecards.scored_rows import Curve, ScoredRows
from cgr_audit.scorecards.tables import scorecard_tables

CURVE = Curve("by-size", "By size", "What there is to know.", "size")


def measure(key: str, column: int, shown: Shown, at: float | str | None = None, series: str = "rate@n") -> Measure:
    point = None if at is None else Point(CURVE.name, series, at)
    return Measure(key, key, f"Meaning of {key}.", ratio(column, 0), 0, None, shown, point)


class Made(ClrBench):
    """Four rows of two models with a figure that is shown everywhere and others that are not."""

    usual = (("model",),)

    def scored(self, rows: Rows) -> ScoredRows:
        return ScoredRows(
            rows=pd.DataFrame({"model": ["a", "a", "b", "b"]}),
            sums=np.array([[1, 1, 0, 1], [1, 1, 1, 1], [1, 0, 0, 1], [1, 0, 1, 1]], dtype=float),
            measures=(
                measure("main", 1, Shown.EVERYWHERE, at=1),
                measure("kept", 2, Shown.STORED),
                measure("at-2", -1, Shown.OVERALL, at=2),
                measure("other", 2, Shown.OVERALL, at=1, series="other rate"),
            ),
            dropped=np.full(4, None, dtype=object),
            curves=(CURVE,),
            columns_of_groups=3,
        )


@pytest.fixture
def scored() -> Scored:
    return score(Made(), Rows([], [], (), ()), resampling=Resampling(50))


def test_a_line_has_every_series_with_its_interval(scored: Scored) -> None:
    table = curve_table(scored, CURVE)
    assert [column.label for column in table.columns] == [
        "size", "rate@n %", "interval, %", "other rate %", "interval, %",
    ]  # fmt: skip
    assert [cells[0:2] + cells[3:4] for cells in table.cells()] == [("1", "50.00", "50.00"), ("2", "100.00", "–")]
    assert table.fields()["rate_n_rows"] == "count"


def test_points_come_in_the_order_of_the_measures(scored: Scored) -> None:
    assert [(point.at, figure.key) for point, figure in curve_figures(scored, CURVE)] == [
        (1, "main"), (2, "at-2"), (1, "other"),
    ]  # fmt: skip
    assert curve_figures(scored, Curve("none", "", "", "")) == ()


def test_what_is_shown_on_a_curve_alone_is_in_no_other_table(scored: Scored) -> None:
    overall, by_model, curve = scorecard_tables(scored)
    assert [record["measure"] for record in overall.records] == ["main", "kept"]
    assert [column.key for column in by_model.columns] == ["model", "rows", "rate", "interval"]
    assert curve.name == "by-size"


def test_groups_have_what_is_stored_and_not_what_is_of_all_rows(scored: Scored) -> None:
    (by_model,) = scored.divisions
    assert [[(figure.key, figure.rate) for figure in group.figures] for group in by_model.groups] == [
        [("main", 1.0), ("kept", 0.5)],
        [("main", 0.0), ("kept", 0.5)],
    ]
    table = next(table for table in scorecard_tables(scored) if table.name == "by-model")
    assert [record["kept"] for record in table.records] == [0.5, 0.5]
    assert "kept" in table.fields()


def test_settings_that_are_words_are_words_in_the_table() -> None:
    class Worded(Made):
        def scored(self, rows: Rows) -> ScoredRows:
            made = super().scored(rows)
            measures = (made.measures[0], measure("word", 2, Shown.OVERALL, at="large"))
            return ScoredRows(made.rows, made.sums, measures, made.dropped, curves=(CURVE,))

    table = curve_table(score(Worded(), Rows([], [], (), ()), resampling=Resampling(50)), CURVE)
    assert [cells[0] for cells in table.cells()] == ["1", "large"]
