"""What CodeStepsEval draws."""

from __future__ import annotations

import re
from typing import Any

import pytest

from benchmarks.scorecard_rows.codesteps import rows as made_up
from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.page.charts.drawing import svg
from cgr_audit.page.scorecards.codesteps import (
    at_k_chart,
    failures_chart,
    passing_by_sws_chart,
    thresholds_chart,
)
from cgr_audit.page.scorecards.page import scorecard_charts, scorecard_page
from cgr_audit.scorecards.codesteps.scorer import CodeSteps
from cgr_audit.scorecards.row_source import Rows
from cgr_audit.scorecards.scorecard import Scored, score


def scored(*records: dict[str, Any]) -> Scored:
    rows = Rows(list(records), [f"rows.jsonl:{at}" for at, _ in enumerate(records, start=1)], (), ())
    return score(CodeSteps(), rows, resampling=Resampling(100))


@pytest.fixture(scope="module")
def found() -> Scored:
    return scored(*made_up(60, seed=2, samples=3))


def marks(chart: Any) -> list[dict[str, Any]]:
    """The records that a chart draws."""
    (records,) = chart.specification["datasets"].values()
    return records


def test_its_own_charts_come_first_and_that_of_sws_stands_in_its_place(found: Scored) -> None:
    assert [chart.name for chart in scorecard_charts(found)] == [
        "codesteps-by-k",
        "codesteps-by-threshold",
        "codesteps-failures",
        "codesteps-by-model",
        "codesteps-by-level",
        "codesteps-by-model-level",
        "codesteps-by-sws",
    ]


def test_pass_and_sws_at_k_are_drawn_for_every_k_with_their_intervals(found: Scored) -> None:
    drawn = marks(at_k_chart(found))
    assert [(mark["name"], mark["at"]) for mark in drawn] == [
        (series, k) for series in ("pass@k", "SWS@k", "F1@k") for k in (1, 2, 3)
    ]
    rates = {figure.key: figure for figure in found.overall.figures}
    assert drawn[1]["rate"] == pytest.approx(100 * rates["pass@2"].rate, abs=1e-4)
    assert drawn[1]["low"] == pytest.approx(100 * rates["pass@2"].interval.low, abs=1e-4)


def test_sws_and_f1_are_drawn_over_the_thresholds(found: Scored) -> None:
    chart = thresholds_chart(found)
    assert chart is not None
    assert {(mark["name"], mark["at"]) for mark in marks(chart)} == {
        (series, place / 20) for series in ("SWS", "step F1") for place in range(10, 20)
    }
    assert chart.title.startswith("From threshold 0.5 to 0.95: SWS ")


def test_failures_are_drawn_with_their_numbers(found: Scored) -> None:
    chart = failures_chart(found)
    assert chart is not None
    assert [mark["name"] for mark in marks(chart)] == [
        "syntax error", "semantic error", "timeout", "runtime error",
    ]  # fmt: skip
    counts = found.scored.found["samples"]["failures"]
    assert [mark["rests"] for mark in marks(chart)] == [
        f"{counts[mark['name'].replace(' ', '_')]} of {sum(counts.values())} failed samples" for mark in marks(chart)
    ]


def failing(*kinds: str) -> Scored:
    return scored(
        *({"id": number, "samples": [{"passed": False, "failure": kind}]} for number, kind in enumerate(kinds))
    )


@pytest.mark.parametrize(
    ("kinds", "title"),
    [
        (("timeout",) * 2 + ("syntax_error",), "3 failed samples: 1 syntax error, 2 timeout."),
        (("timeout",) * 12, "All 12 failed samples are of one kind: timeout."),
        (("timeout", "syntax_error") * 10, "Kinds of 20 failed samples: 50.00 % for both."),
        (
            ("timeout",) * 30 + ("syntax_error",) * 2,
            "Kinds of 32 failed samples: 6.25 % (syntax error) to 93.75 % (timeout).",
        ),
    ],
)
def test_a_kind_of_failure_is_named_only_where_samples_are_enough(kinds: tuple[str, ...], title: str) -> None:
    chart = failures_chart(failing(*kinds))
    assert chart is not None
    assert chart.title == title


def test_pass_at_1_by_sws_says_the_correlation(found: Scored) -> None:
    chart = passing_by_sws_chart(found)
    assert chart is not None
    (at_default,) = [
        one
        for one in found.scored.found["correlations"]
        if (one["threshold"], one["k"], one["level"]) == (0.8, 1, None)
    ]
    assert chart.title.endswith(f"; Spearman's correlation over 60 rows is {at_default['spearman']:.2f}.")
    assert re.match(r"pass@1 by SWS: from \d+\.\d\d % \(SWS 0\.0 to 0\.1\) to ", chart.title)


def test_tenths_of_few_rows_are_no_beginning_and_no_end() -> None:
    chart = passing_by_sws_chart(scored(*made_up(12, seed=2)))
    assert chart is not None
    assert chart.title.startswith("pass@1 by SWS: no two tenths have 10 rows; Spearman's correlation over 12 rows is ")


def test_a_curve_of_few_rows_goes_nowhere() -> None:
    chart = thresholds_chart(scored(*made_up(9, seed=2)))
    assert chart is not None
    assert chart.title == "From threshold 0.5 to 0.95: 9 rows, too few to say where it goes."


def test_rows_without_steps_and_failures_have_neither_of_these_charts() -> None:
    plain = scored(*({"id": number, "samples": [{"passed": True}]} for number in range(4)))
    assert [draw(plain) for draw in (at_k_chart, thresholds_chart, failures_chart, passing_by_sws_chart)] == [None] * 4


def test_groups_without_steps_are_drawn_by_what_they_have_and_it_is_the_main_figure() -> None:
    plain = scored(
        *(
            {"id": f"{model} {at}", "model": model, "samples": [{"passed": at % 4 > 0}]}
            for model in "ab"
            for at in range(20)
        )
    )
    charts = scorecard_charts(plain)
    assert charts[-1].title == "pass@1 by model: 75.00 % for both."
    assert '<p class="headline"><b>75.00 %</b> pass@1 ' in scorecard_page(plain, charts)


def test_every_chart_can_be_drawn_and_stands_on_the_page(found: Scored) -> None:
    charts = scorecard_charts(found)
    for chart in charts:
        assert "<svg" in svg(chart)
    page = scorecard_page(found, charts)
    assert "By the number of samples" in page
    assert "SWS and pass@k" in page
