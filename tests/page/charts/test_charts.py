from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import altair as alt
import pytest

from cgr_audit.page.charts.calls import calls_chart
from cgr_audit.page.charts.chart import Chart, points
from cgr_audit.page.charts.direct_against_assisted import OTHERS, SHAPES, direct_against_assisted_chart
from cgr_audit.page.charts.drawing import library, png, svg, write_pictures
from cgr_audit.page.charts.gain_by_pair import MOST_PAIRS, gain_by_pair_chart
from cgr_audit.page.charts.headline import headline_chart
from cgr_audit.page.charts.rules_by_dataset import rules_by_dataset_chart
from cgr_audit.page.charts.theme import with_page_colours
from cgr_audit.page.charts.treatments import treatments_chart

MICRO = {"rows": 20, "direct": 40.0, "assisted": 60.0, "generator": None, "gain": 20.0, "closure": None}
MACRO = {"pairs": 2, "direct": 40.0, "assisted": 60.0, "generator": None, "gain": 20.0, "closure": None}

METHODS = {
    "pairs": {"label": "bootstrap over pairs", "unit": "pair"},
    "solvers": {"label": "bootstrap over solvers", "unit": "solver"},
}


def pair(dataset: str, solver: str, gain: float, direct_correct: int = 4) -> dict[str, Any]:
    return {
        "dataset": dataset, "solver": solver, "rows": 10, "items": 10, "direct_correct": direct_correct,
        "assisted_correct": 5, "gain": gain, "low": gain - 15, "high": gain + 15, "design_effect": 1.0,
    }  # fmt: skip


def data(chart: Chart) -> list[dict[str, Any]]:
    """Every inline value of a chart."""
    return [value for values in chart.specification["datasets"].values() for value in values]


@pytest.fixture(params=["headline", "treatments", "pairs", "scatter", "calls", "rules"])
def chart(request: pytest.FixtureRequest) -> Chart:
    interval = {"method": "pairs", "units": 2, "low": 1.0, "high": 30.0, "refused": None, "note": None}
    refusal = interval | {"method": "solvers", "low": None, "high": None, "refused": "fewer than 3 solvers"}
    estimate = {"average": "micro", "measure": "gain", "value": 20.0, "intervals": [interval, refusal]}
    headlines = [{"treatment": name, "micro": MICRO, "estimates": [estimate]} for name in ("dropped", "kept")]
    pairs = [{"dataset": "d <b>", "solver": "s", "rows": 10, "direct": 10.0, "assisted": 30.0}]
    made = {
        "headline": headline_chart(headlines),
        "treatments": treatments_chart(headlines, METHODS),
        "pairs": gain_by_pair_chart(
            [pair("d <b>", "s", 20.0), pair("e", "s", -5.0, 0)], MACRO, [interval, refusal], METHODS, 0.95
        ),
        "scatter": direct_against_assisted_chart(pairs),
        "calls": calls_chart([{"channel": "assisted", "per": "attempt", "calls": 3, "count": 7}], 10),
        "rules": rules_by_dataset_chart(
            [{"code": "CGR1", "dataset": "d <b>", "rows": 3}], {"d <b>": 10}, {"CGR1": "x"}
        ),
    }[request.param]
    assert made is not None
    return made


def test_every_chart_is_valid_vega_lite_in_the_colours_of_the_page(chart: Chart) -> None:
    alt.Chart.from_dict(dict(chart.specification))
    drawn = with_page_colours(svg(chart))
    colours = set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]+|[a-z]+)"', drawn)) - {"none", "transparent"}
    assert colours == set()
    assert "var(--ink)" in drawn


def test_every_chart_has_a_sentence_for_a_title_a_caption_and_words_in_its_place(chart: Chart) -> None:
    assert chart.title.endswith((".", "rows."))
    assert chart.caption.endswith(".")
    assert len(chart.alternative) > 10
    assert "undefined" not in svg(chart)
    assert "NaN" not in svg(chart)


def test_a_chart_is_drawn_the_same_each_time(chart: Chart) -> None:
    assert svg(chart) == svg(chart)
    assert png(chart) == png(chart)
    assert png(chart).startswith(b"\x89PNG")


def test_texts_in_a_picture_are_escaped(chart: Chart) -> None:
    assert "<b>" not in svg(chart)


def test_pictures_are_written_under_the_name_of_the_chart(chart: Chart, tmp_path: Path) -> None:
    written = write_pictures([chart], tmp_path / "plots")
    assert written == [tmp_path / "plots" / f"{chart.name}.{ending}" for ending in ("svg", "png")]
    assert written[0].read_text("utf-8").startswith("<svg")


def test_the_library_is_one_module_that_ends_no_script() -> None:
    script = library()
    assert "</script" not in script
    assert "window.vegaEmbed=" in script[-200:]
    assert "\r" not in script


def test_a_channel_that_is_absent_leaves_a_chart_without_it() -> None:
    figures = MICRO | {"direct": None, "assisted": None, "gain": None, "generator": 50.0}
    chart = headline_chart([{"treatment": "kept", "micro": figures}])
    assert [value["channel"] for value in data(chart) if "channel" in value] == ["generator"]
    assert chart.title == "There is no channel to compare with another."
    assert gain_by_pair_chart([], MACRO | {"gain": None}, [], METHODS, 0.95) is None
    assert direct_against_assisted_chart([]) is None
    assert calls_chart([], None) is None
    assert rules_by_dataset_chart([], {}, {}) is None
    assert treatments_chart([{"treatment": "kept", "micro": MICRO, "estimates": []}], METHODS) is None


def test_pairs_are_sorted_by_gain_and_zero_baselines_are_marked() -> None:
    chart = gain_by_pair_chart(
        [pair("d", "s", 5.0), pair("e", "t", 50.0, 0), pair("d", "t", 30.0)], MACRO, [], METHODS, 0.95
    )
    assert chart is not None
    lines = [(line["dataset"], line["name"], line["kind"]) for line in data(chart)]
    assert lines == [
        ("e", "t", "zero baseline"),
        ("d", "t", "with a correct direct answer"),
        ("d", "s", "with a correct direct answer"),
        ("all pairs (macro)", "macro gain", "all pairs"),
    ]
    assert chart.title == "The interval of the gain lies above zero in 2 of 3 pairs, below zero in 0."


def test_of_very_many_pairs_the_extremes_are_drawn_and_it_is_said() -> None:
    pairs = [pair("d", f"s{number}", float(number)) for number in range(300)]
    chart = gain_by_pair_chart(pairs, MACRO, [], METHODS, 0.95)
    assert chart is not None
    gains = [line["gain"] for line in data(chart) if line["kind"] != "all pairs"]
    assert len(gains) == MOST_PAIRS
    assert (min(gains), max(gains)) == (0.0, 299.0)
    assert "Of 300 pairs the 120 with the highest and lowest gains are drawn" in chart.caption


def test_a_pair_of_few_rows_has_its_number_and_no_gain() -> None:
    chart = gain_by_pair_chart([pair("d", "s", 5.0), pair("d", "t", 90.0) | {"rows": 9}], MACRO, [], METHODS, 0.95)
    assert chart is not None
    lines = {line["name"]: (line["gain"], line["low"], line["label"]) for line in data(chart)}
    assert lines["t"] == (None, None, "9 rows: too few")
    assert chart.title == "The interval of the gain lies above zero in 0 of 1 pairs, below zero in 0."


def test_the_macro_gain_stands_below_with_every_method_and_its_refusals() -> None:
    interval = {"method": "pairs", "units": 12, "low": 1.0, "high": 30.0, "refused": None, "note": None}
    refusal = {"method": "solvers", "units": 2, "low": None, "high": None, "refused": "2 solvers", "note": None}
    chart = gain_by_pair_chart([pair("d", "s", 5.0)], MACRO, [interval, refusal], METHODS, 0.95)
    assert chart is not None
    lines = [line for line in data(chart) if line["kind"] == "all pairs"]
    assert [(line["name"], line["interval"], line["label"], line["rests"]) for line in lines] == [
        ("bootstrap over pairs", "+1.0 to +30.0", "+20.0", "12 pairs"),
        ("bootstrap over solvers", "2 solvers", "no interval", "2 solvers"),
    ]


def test_calls_are_counted_per_row_where_attempts_are_not_known() -> None:
    counts = [{"channel": "assisted", "per": "row", "calls": 3, "count": 2}]
    chart = calls_chart(counts, None)
    assert chart is not None
    assert chart.title == "No row made more than 3 calls."


def test_solvers_beyond_the_shapes_share_one() -> None:
    pairs = [{"dataset": "d", "solver": f"s{n:02d}", "rows": 10 + n, "direct": 1.0, "assisted": 2.0} for n in range(12)]
    chart = direct_against_assisted_chart(pairs)
    assert chart is not None
    shapes = {value["solver"]: value["shape"] for value in data(chart) if "solver" in value}
    assert len(set(shapes.values())) == len(SHAPES)
    assert [solver for solver, shape in shapes.items() if shape == OTHERS] == [f"s{n:02d}" for n in range(5)]


def test_many_calls_are_put_into_wide_bars_that_count_them_all() -> None:
    counts = [{"channel": "assisted", "per": "attempt", "calls": calls, "count": 2} for calls in range(100)]
    chart = calls_chart(counts, 10)
    assert chart is not None
    bars = [value for value in data(chart) if "range" in value]
    assert sum(bar["count"] for bar in bars) == 200
    assert bars[0]["range"] == "0–2"
    assert chart.title == "178 of 200 assisted attempts made more than 10 calls."


def test_a_cell_says_share_and_number_of_rows_over_all_solvers() -> None:
    rules = [{"code": "CGR1", "dataset": "d", "rows": rows} for rows in (3, 2)]
    chart = rules_by_dataset_chart(rules, {"d": 20, "e": 4}, {"CGR1": "slug"})
    assert chart is not None
    assert [(cell["rule"], cell["dataset"], cell["label"]) for cell in data(chart)] == [
        ("CGR1 slug", "d", "25 % (5)"),
        ("CGR1 slug", "e", "·"),
    ]


@pytest.mark.parametrize(("value", "said"), [(None, "–"), (-0.04, "0.0"), (-8.06, "−8.1"), (13.0, "+13.0")])
def test_points_have_a_sign_and_no_negative_zero(value: float | None, said: str) -> None:
    assert points(value) == said
