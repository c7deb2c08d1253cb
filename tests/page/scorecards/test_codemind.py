"""The charts of CodeMind."""

from __future__ import annotations

import re
from typing import Any

import altair as alt
import pytest

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.page.charts.chart import Chart
from cgr_audit.page.charts.drawing import svg
from cgr_audit.page.scorecards.codemind import complexity_chart, loop_length_chart
from cgr_audit.page.scorecards.page import scorecard_charts, scorecard_page
from cgr_audit.scorecards.codemind.scorer import CodeMind
from cgr_audit.scorecards.row_source import Rows, RowSource
from cgr_audit.scorecards.scorecard import Scored, score

FEW = Resampling(300, 0, 0.95)
BRANCHES = "".join(f"    if x == {number}: return 1\n" for number in range(11))


def program(branches: int, rounds: int) -> str:
    loop = f"    for i in range({rounds}): pass\n" if rounds else ""
    return f"def f(x):\n{loop}" + "".join(BRANCHES.splitlines(keepends=True)[:branches]) + "    return 0\n"


def scored_rows(programs: list[tuple[str, bool]]) -> Scored:
    records: list[dict[str, Any]] = [
        {
            "id": number, "benchmark": "b", "model": "m", "task": "ier", "program": source, "input": "99",
            "expected": "0", "predicted": "0" if is_right else "1",
        }
        for number, (source, is_right) in enumerate(programs)
    ]  # fmt: skip
    places = [f"rows.jsonl:{number}" for number, _ in enumerate(records, start=1)]
    rows = Rows(records, places, (), (RowSource("rows.jsonl", "0" * 64, len(records)),))
    return score(CodeMind(resampling=FEW), rows, resampling=FEW)


@pytest.fixture(scope="module")
def falling() -> Scored:
    """Thirty rows: the more branches a program has, the fewer predictions are right; so with rounds."""
    return scored_rows([(program(number % 10 + 1, number % 10), number % 10 < number // 3) for number in range(30)])


def drawn(chart: Chart | None) -> Chart:
    assert chart is not None
    alt.Chart.from_dict(dict(chart.specification), validate=True)
    return chart


def test_the_title_has_the_rank_correlation_of_the_table(falling: Scored) -> None:
    found = [record for record in falling.scored.found["correlations"] if record["over"] == "rows"]
    rho = {record["of"]: f"{record['rho']:.3f}".replace("-", "−") for record in found}
    assert drawn(complexity_chart(falling)).title.startswith(
        f"CRR by complexity: ρ = {rho['complexity']} over 30 rows, p "
    )
    assert drawn(loop_length_chart(falling)).title.startswith(f"CRR by loop length: ρ = {rho['loop length']} over ")


def test_dots_stand_in_the_order_of_the_number_and_not_of_its_digits(falling: Scored) -> None:
    chart = drawn(complexity_chart(falling))
    labels = re.findall(r"<text[^>]*>(\d+)</text>", svg(chart))
    at = next(place for place, label in enumerate(labels) if label == "2")
    assert labels[at : at + 10] == ["2", "4", "5", "6", "7", "8", "9", "10", "11", "12"]


def test_the_words_have_every_number_of_the_picture(falling: Scored) -> None:
    said = drawn(loop_length_chart(falling)).alternative
    assert re.match(r"1: \d+\.\d\d % \(", said)
    assert "8–15: " in said
    assert said.endswith("rows).")


def test_each_division_is_drawn_once(falling: Scored) -> None:
    names = [chart.name for chart in scorecard_charts(falling)]
    assert names == [
        "codemind-by-construct", "codemind-by-complexity", "codemind-by-lines", "codemind-by-loop-nesting",
        "codemind-by-loop-length",
    ]  # fmt: skip


def test_groups_about_different_figures_are_drawn_apart() -> None:
    """Predictions of outputs by their rate, and generated programs by theirs."""
    predicted = [
        {
            "id": f"{benchmark} {number}", "benchmark": benchmark, "model": "m", "task": "ier", "input": "1",
            "expected": "0", "predicted": str(number % 2), "program": program(1, 0),
        }
        for benchmark in "ab"
        for number in range(12)
    ]  # fmt: skip
    generated = [
        {
            "id": f"{benchmark} {number}", "benchmark": benchmark, "model": "m", "task": "sr", "setting": "with tests",
            "passed": number % 3 > 0, "generated_program": program(1, 0),
        }
        for benchmark in "ab"
        for number in range(12)
    ]  # fmt: skip
    records = [*predicted, *generated]
    rows = Rows(records, [f"rows.jsonl:{number}" for number, _ in enumerate(records, start=1)], (), ())
    titles = [chart.title for chart in scorecard_charts(score(CodeMind(resampling=FEW), rows, resampling=FEW))]
    assert "CRR by task, benchmark and model: 50.00 % for both." in titles
    assert "Passing by task, benchmark and model: 66.67 % for both." in titles


def test_the_page_has_the_correlations(falling: Scored) -> None:
    assert "Spearman" in scorecard_page(falling, scorecard_charts(falling))


def test_a_correlation_of_few_rows_is_no_title() -> None:
    few = scored_rows([(program(number % 4 + 1, 0), number % 4 < 2) for number in range(9)])
    assert few.scored.found["correlations"][0]["rho"] is not None
    assert drawn(complexity_chart(few)).title == "CRR by complexity."


def test_where_every_program_is_alike_there_is_nothing_to_draw() -> None:
    alike = scored_rows([(program(1, 0), bool(number % 2)) for number in range(12)])
    assert complexity_chart(alike) is None
    assert loop_length_chart(alike) is None


def test_where_every_prediction_is_right_the_title_has_no_correlation() -> None:
    right = scored_rows([(program(number % 4, 0), True) for number in range(12)])
    assert drawn(complexity_chart(right)).title == "CRR by complexity."
