from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.accuracy.missing import Missing
from cgr_audit.page.charts.calls import calls_chart
from cgr_audit.page.charts.chart import Chart, points
from cgr_audit.page.charts.choices import Choices
from cgr_audit.page.charts.controls import controls_chart
from cgr_audit.page.charts.direct_against_assisted import OTHERS, SHAPES, direct_against_assisted_chart
from cgr_audit.page.charts.drawing import LINE_LETTERS, library, png, svg, write_pictures
from cgr_audit.page.charts.gain_by_pair import MOST_PAIRS, gain_by_pair_chart
from cgr_audit.page.charts.headline import headline_chart
from cgr_audit.page.charts.rules_by_dataset import rules_by_dataset_chart
from cgr_audit.page.charts.treatments import treatments_chart
from tests.page.charts import requirements

CHOICES = Choices(Missing.LEFT_OUT, level=0.9, resamples=500, seed=7, harness_failures=18, excluded=1)
MICRO = {"rows": 20, "direct": 40.0, "assisted": 60.0, "generator": None, "gain": 20.0, "closure": None}
MACRO = {"pairs": 2, "direct": 40.0, "assisted": 60.0, "generator": None, "gain": 20.0, "closure": None}

METHODS = {
    "pairs": {"label": "bootstrap over pairs", "unit": "pair"},
    "solvers": {"label": "bootstrap over solvers", "unit": "solver"},
    "crossed": {"label": "crossed effects, t", "unit": "dataset or solver, whichever are fewer"},
    "items": {"label": "items within pairs, t", "unit": "item"},
}


def compared(control: str, *, matched: bool, treatment: str = "kept", partition: str = "all") -> dict[str, Any]:
    """The assisted answers five points better; no interval by crossed effects."""
    interval = {"method": "items", "units": 20, "low": -1.0, "high": 11.0, "refused": None, "note": None}
    refusal = interval | {"method": "crossed", "units": 2, "low": None, "high": None, "refused": "2 solvers: too few"}
    figures = {"control": 55.0, "assisted": 60.0, "difference": 5.0}
    return {
        "treatment": treatment, "partition": partition, "control": control, "is_matched": matched,
        "label": f"{control} (matched)" if matched else control, "calls_control": 3.0, "calls_assisted": 3.0,
        "estimates": [
            {"average": average, "measure": measure, "value": value, "intervals": [refusal, interval]}
            for average in ("micro", "macro") for measure, value in figures.items()
        ],
    }  # fmt: skip


def pair(dataset: str, solver: str, gain: float, direct_correct: int = 4) -> dict[str, Any]:
    return {
        "dataset": dataset, "solver": solver, "rows": 10, "items": 10, "direct_correct": direct_correct,
        "assisted_correct": 5, "gain": gain, "low": gain - 15, "high": gain + 15, "design_effect": 1.0,
    }  # fmt: skip


def headline(treatment: str, estimates: Sequence[Mapping[str, Any]] = (), rows: int = 20) -> dict[str, Any]:
    micro = MICRO | {"rows": rows}
    named = {"treatment": treatment, "too_few": rows < 10, "generator_not_executed": 0}
    return named | {"micro": micro, "estimates": list(estimates)}


def scatter_pair(dataset: str, solver: str, rows: int) -> dict[str, Any]:
    named = {"dataset": dataset, "solver": solver, "rows": rows, "too_few": rows < 10}
    return named | {"direct": None if rows < 10 else 10.0, "assisted": None if rows < 10 else 30.0}


def rule(code: str, dataset: str | None, rows: int, of_rows: int, solver: str | None = None) -> dict[str, Any]:
    return {"code": code, "dataset": dataset, "solver": solver, "rows": rows, "of_rows": of_rows}


def budgets(left_out: int = 0, not_executed: int = 0) -> list[dict[str, Any]]:
    """Of a contract that allows ten calls; so many rows' assisted calls are not known, so many of them not executed."""
    return [
        {
            "channel": channel,
            "per": per,
            "budget": 10 if (channel, per) == ("assisted", "attempt") else None,
            "rows_left_out": left_out if channel == "assisted" else 0,
            "rows_not_executed": not_executed if channel == "assisted" else 0,
            "reason": f"no {channel} call was made",
        }
        for channel in ("direct", "assisted")
        for per in ("row", "attempt")
    ]


TOLD = {
    "accuracy", "assisted", "attempts", "budget", "calls", "channel", "control", "dataset", "difference", "direct",
    "gain", "interval",
    "kind of pair", "method", "note", "rests on", "rows", "rule", "share", "share of rows", "solver", "treatment",
}  # fmt: skip
"""What the figures of a mark may be called under the pointer."""


def data(chart: Chart) -> list[dict[str, Any]]:
    """Every inline value of a chart."""
    return [value for values in chart.specification["datasets"].values() for value in values]


NAMES = ("controls", "headline", "treatments", "pairs", "scatter", "calls", "rules")


@pytest.fixture(params=NAMES)
def chart(request: pytest.FixtureRequest) -> Chart:
    return chart_of(request.param, "d <b>", "s", "x")


def chart_of(name: str, dataset: str, solver: str, slug: str) -> Chart:
    made = charts_of(dataset, solver, slug)[name]
    assert made is not None
    return made


@cache
def charts_of(dataset: str, solver: str, slug: str) -> Mapping[str, Chart | None]:
    interval = {"method": "pairs", "units": 2, "low": 1.0, "high": 30.0, "refused": None, "note": None}
    refusal = interval | {"method": "solvers", "low": None, "high": None, "refused": "fewer than 3 solvers"}
    estimate = {"average": "micro", "measure": "gain", "value": 20.0, "intervals": [interval, refusal]}
    headlines = [headline(name, [estimate]) for name in ("dropped", "kept")]
    pairs = [scatter_pair(dataset, solver, 10)]
    return {
        "controls": controls_chart(
            [compared("self-consistency", matched=True), compared("cot", matched=False)], METHODS, CHOICES
        ),
        "headline": headline_chart(headlines, CHOICES),
        "treatments": treatments_chart(headlines, METHODS, CHOICES),
        "pairs": gain_by_pair_chart(
            [pair(dataset, solver, 20.0), pair("e", solver, -5.0, 0)], MACRO, [interval, refusal], METHODS, CHOICES
        ),
        "scatter": direct_against_assisted_chart(pairs, CHOICES),
        "calls": calls_chart([{"channel": "assisted", "per": "attempt", "calls": 3, "count": 17}], budgets(), CHOICES),
        "rules": rules_by_dataset_chart([rule("CGR1", dataset, 3, 10)], {"CGR1": slug}, CHOICES),
    }


def test_every_chart_is_valid_vega_lite_in_the_colours_of_the_page(chart: Chart) -> None:
    requirements.is_vega_lite_in_the_colours_of_the_page(chart)


def test_every_chart_has_a_sentence_for_a_title_a_caption_and_words_in_its_place(chart: Chart) -> None:
    requirements.has_a_title_a_caption_and_words_in_its_place(chart)


@pytest.mark.parametrize(
    "chart", [NAMES[0], *(pytest.param(name, marks=pytest.mark.slow) for name in NAMES[1:])], indirect=True
)
def test_a_chart_is_drawn_the_same_each_time(chart: Chart) -> None:
    assert svg(chart) == svg(chart)
    assert png(chart) == png(chart)
    assert png(chart).startswith(b"\x89PNG")


def test_texts_in_a_picture_are_escaped(chart: Chart) -> None:
    assert "<b>" not in svg(chart)


@pytest.mark.parametrize(
    "name", [name if at % 3 == 0 else pytest.param(name, marks=pytest.mark.slow) for at, name in enumerate(NAMES)]
)
def test_a_name_is_cut_where_it_would_make_a_chart_wider(name: str) -> None:
    long, longer = (requirements.width(chart_of(name, *(letter * size for letter in "DSR"))) for size in (150, 600))
    assert long == longer < 1_200


def test_a_mark_says_its_figures_in_words(chart: Chart) -> None:
    requirements.tells_its_figures_by_name(chart, TOLD)


def test_a_text_that_lies_on_a_mark_says_the_same_as_the_mark(chart: Chart) -> None:
    requirements.has_texts_that_tell_what_their_marks_tell(chart)


def test_no_coordinates_are_read_out_in_place_of_a_chart(chart: Chart) -> None:
    requirements.reads_out_no_coordinates(chart)


def test_pictures_are_written_under_the_name_of_the_chart(chart: Chart, tmp_path: Path) -> None:
    written = write_pictures([chart], tmp_path / "plots", "report")
    assert written == [tmp_path / "plots" / f"{chart.name}.{ending}" for ending in ("svg", "png")]
    assert written[0].read_text("utf-8").startswith("<svg")


def test_the_library_is_one_module_that_ends_no_script() -> None:
    script = library()
    assert "</script" not in script
    assert "window.vegaEmbed=" in script[-200:]
    assert "\r" not in script


def test_a_channel_that_is_absent_leaves_a_chart_without_it() -> None:
    figures = MICRO | {"direct": None, "assisted": None, "gain": None, "generator": 50.0}
    chart = headline_chart([headline("kept") | {"micro": figures}], CHOICES)
    assert chart is not None
    assert [value["channel"] for value in data(chart) if "channel" in value] == ["generator"]
    assert chart.title == "There is no channel to compare with another."
    assert gain_by_pair_chart([], MACRO | {"gain": None}, [], METHODS, CHOICES) is None
    assert direct_against_assisted_chart([], CHOICES) is None
    assert calls_chart([], budgets(), CHOICES) is None
    assert rules_by_dataset_chart([], {}, CHOICES) is None
    assert treatments_chart([headline("kept")], METHODS, CHOICES) is None


def legend_of(chart: Chart, channel: str = "fill") -> list[str]:
    """What the legend of a chart's marks names; it is the same in all of its panels."""
    units = [unit["encoding"] for _, unit in requirements.units(dict(chart.specification))]
    (domain,) = {tuple(one[channel]["scale"]["domain"]) for one in units if channel in one}
    return list(domain)


def test_no_legend_or_caption_names_what_is_not_drawn() -> None:
    without = headline_chart([headline("kept")], CHOICES)
    known = headline_chart([headline("kept") | {"micro": MICRO | {"generator": 70.0}}], CHOICES)
    assert without is not None
    assert known is not None
    assert legend_of(without) == ["direct", "assisted"]
    assert "of the direct (open circle) and assisted (filled circle) channel, for" in without.caption
    assert legend_of(known) == ["direct", "assisted", "generator"]
    assert "(open circle), assisted (filled circle) and generator (diamond) channel, for" in known.caption
    nothing = dict.fromkeys(("direct", "assisted", "generator", "gain"))
    assert headline_chart([headline("kept") | {"micro": MICRO | nothing}], CHOICES) is None

    few = pair("d", "t", 5.0, 0) | {"rows": 9}
    above = gain_by_pair_chart([pair("d", "s", 5.0), few], MACRO, [], METHODS, CHOICES)
    zero = gain_by_pair_chart([pair("d", "s", 5.0, 0)], MACRO, [], METHODS, CHOICES)
    assert above is not None
    assert zero is not None
    assert legend_of(above) == ["with a correct direct answer", "all pairs"]
    assert "zero-baseline" not in above.caption
    assert legend_of(zero) == ["zero baseline", "all pairs"]
    assert "Diamonds are zero-baseline pairs" in zero.caption

    cells = [rules_by_dataset_chart([rule("CGR1", "d", rows, 20)], {}, CHOICES) for rows in (0, 5)]
    assert ["a dot is none" in cell.caption for cell in cells if cell] == [True, False]


def test_pairs_are_sorted_by_gain_and_zero_baselines_are_marked() -> None:
    chart = gain_by_pair_chart(
        [pair("d", "s", 5.0), pair("e", "t", 50.0, 0), pair("d", "t", 30.0)], MACRO, [], METHODS, CHOICES
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
    chart = gain_by_pair_chart(pairs, MACRO, [], METHODS, CHOICES)
    assert chart is not None
    gains = [line["gain"] for line in data(chart) if line["kind"] != "all pairs"]
    assert len(gains) == MOST_PAIRS
    assert (min(gains), max(gains)) == (0.0, 299.0)
    assert "Of 300 pairs the 120 with the highest and lowest gains are drawn" in chart.caption


def test_a_pair_of_few_rows_has_its_number_and_no_gain() -> None:
    chart = gain_by_pair_chart([pair("d", "s", 5.0), pair("d", "t", 90.0) | {"rows": 9}], MACRO, [], METHODS, CHOICES)
    assert chart is not None
    lines = {line["name"]: (line["gain"], line["low"], line["label"]) for line in data(chart)}
    assert lines["t"] == (None, None, "9 rows: too few")
    assert chart.title == "The interval of the gain lies above zero in 0 of 1 pair, below zero in 0."
    assert chart.caption.endswith("1 pair of fewer than 10 rows: no gain, and not counted above.")
    few = gain_by_pair_chart([pair("d", "t", 90.0) | {"rows": 9}], MACRO, [], METHODS, CHOICES)
    assert few is not None
    assert few.title == "No pair has 10 rows, so none has a gain of its own."


def test_the_macro_gain_stands_below_with_every_method_and_its_refusals() -> None:
    interval = {"method": "pairs", "units": 12, "low": 1.0, "high": 30.0, "refused": None, "note": None}
    refusal = {"method": "solvers", "units": 2, "low": None, "high": None, "refused": "2 solvers", "note": None}
    chart = gain_by_pair_chart([pair("d", "s", 5.0)], MACRO, [interval, refusal], METHODS, CHOICES)
    assert chart is not None
    lines = [line for line in data(chart) if line["kind"] == "all pairs"]
    assert [(line["name"], line["interval"], line["label"], line["rests"]) for line in lines] == [
        ("bootstrap over pairs", "+1.0 to +30.0", "+20.0 (12 pairs)", "12 pairs"),
        ("bootstrap over solvers", "2 solvers", "no interval (2 solvers: few)", "2 solvers: few"),
    ]


def test_calls_are_counted_per_row_where_attempts_are_not_known() -> None:
    counts = [{"channel": "assisted", "per": "row", "calls": 3, "count": 20}]
    chart = calls_chart(counts, budgets(), CHOICES)
    assert chart is not None
    assert chart.title == "No row made more than 3 calls."


def test_solvers_beyond_the_shapes_share_one() -> None:
    pairs = [scatter_pair("d", f"s{n:02d}", 10 + n) for n in range(12)]
    chart = direct_against_assisted_chart(pairs, CHOICES)
    assert chart is not None
    shapes = {value["solver"]: value["shape"] for value in data(chart) if "solver" in value}
    assert len(set(shapes.values())) == len(SHAPES)
    assert [solver for solver, shape in shapes.items() if shape == OTHERS] == [f"s{n:02d}" for n in range(5)]


def test_many_calls_are_put_into_wide_bars_that_count_them_all() -> None:
    counts = [{"channel": "assisted", "per": "attempt", "calls": calls, "count": 2} for calls in range(100)]
    chart = calls_chart(counts, budgets(), CHOICES)
    assert chart is not None
    bars = [value for value in data(chart) if "range" in value]
    assert sum(bar["count"] for bar in bars) == 200
    assert bars[0]["range"] == "0–2"
    assert chart.title == "178 of 200 assisted attempts made more than 10 calls."


def test_a_cell_says_share_and_number_of_the_audited_rows_over_all_solvers() -> None:
    rules = [
        rule("CGR1", "d", 5, 20),
        rule("CGR1", "e", 0, 14),
        rule("CGR1", "f", 2, 9),
        rule("CGR1", "g", 0, 0),
        rule("CGR1", "d", 5, 7, solver="s"),
        rule("CGR1", None, 7, 43),
    ]
    chart = rules_by_dataset_chart(rules, {"CGR1": "slug"}, CHOICES)
    assert chart is not None
    assert [(cell["dataset"], cell["label"], cell["rows_said"]) for cell in data(chart)] == [
        ("d", "25 % (5)", "5 of 20 rows"),
        ("e", "·", "0 of 14 rows"),
        ("f", "2 of 9", "2 of 9 rows"),
        ("g", "not audited", "0 of 0 rows"),
    ]
    assert chart.title == "CGR1 slug is most frequent in d: 25.0 % of the audited rows."
    assert "of fewer than 10 rows only the number is given" in chart.caption


def test_a_rule_that_has_few_rows_everywhere_has_no_share() -> None:
    chart = rules_by_dataset_chart([rule("CGR1", "d", 5, 9)], {}, CHOICES)
    assert chart is not None
    assert chart.title == "No dataset has 10 audited rows, so there is no share."


def test_treatments_of_few_rows_are_left_out_and_it_is_said() -> None:
    interval = {"method": "pairs", "units": 2, "low": -90.0, "high": 90.0, "refused": None, "note": None}
    estimate = {"average": "micro", "measure": "gain", "value": 20.0, "intervals": [interval]}
    headlines = [headline("dropped", [estimate], rows=4), headline("kept", [estimate])]
    for chart in (headline_chart(headlines, CHOICES), treatments_chart(headlines, METHODS, CHOICES)):
        assert chart is not None
        assert {value["treatment"] for value in data(chart)} == {"kept (20 rows)"}
        assert chart.caption.endswith("Left out, as fewer than 10 give no percentage: dropped (4 rows).")
        assert "4 rows" not in chart.title + chart.alternative
    assert headline_chart(headlines[:1], CHOICES) is None
    assert treatments_chart(headlines[:1], METHODS, CHOICES) is None


def test_programs_that_never_ran_are_said_beside_the_accuracy_of_the_generator() -> None:
    headlines = [headline("dropped"), headline("kept") | {"generator_not_executed": 16}]
    chart = headline_chart(headlines, CHOICES)
    assert chart is not None
    assert chart.caption.endswith("Wrong for the generator because the program was not executed: kept 16 rows.")


def test_pairs_of_few_rows_are_no_marks_of_the_scatter_plot() -> None:
    chart = direct_against_assisted_chart([scatter_pair("d", "s", 10), scatter_pair("d", "t", 9)], CHOICES)
    assert chart is not None
    assert chart.title == "Assisted answers are right more often in 1 of 1 pair, less often in 0."
    assert chart.caption.endswith("Left out, as fewer than 10 give no percentage: 1 pair.")
    assert direct_against_assisted_chart([scatter_pair("d", "t", 9)], CHOICES) is None


@pytest.mark.parametrize(
    ("rows", "shown"), [((18, 18), [18]), ((17, 18), [18]), ((18, 26), [26]), ((18, 27), [18, 27])]
)
def test_the_legend_of_sizes_shows_two_where_they_look_different(rows: tuple[int, int], shown: list[int]) -> None:
    pairs = [scatter_pair("d", f"s{number}", number) for number in rows]
    chart = direct_against_assisted_chart(pairs, CHOICES)
    assert chart is not None
    sizes = [
        unit["encoding"]["size"]
        for _, unit in requirements.units(dict(chart.specification))
        if "size" in unit["encoding"]
    ]
    assert [size["legend"]["values"] for size in sizes] == [shown]


def test_a_few_outlying_calls_share_the_last_bar_and_are_counted() -> None:
    counts = [
        {"channel": "assisted", "per": "attempt", "calls": calls, "count": count}
        for calls, count in ((1, 990), (12, 9), (300, 1))
    ]
    chart = calls_chart(counts, budgets(), CHOICES)
    assert chart is not None
    assert [(bar["range"], bar["count"]) for bar in data(chart) if "range" in bar] == [
        ("1", 990),
        ("12", 9),
        ("above 12", 1),
    ]
    assert chart.title == "10 of 1,000 assisted attempts made more than 10 calls."
    assert "The last bar takes all above 12 calls; the most are 300." in chart.caption


def test_where_no_method_to_quote_has_an_interval_the_title_says_so_once() -> None:
    refused = {"method": "crossed", "units": 2, "low": None, "high": None, "refused": "2 solvers", "note": None}
    estimate = {"average": "micro", "measure": "gain", "value": 20.0, "intervals": [refused]}
    methods = {"crossed": {"label": "crossed effects, t", "unit": "dataset or solver, whichever are fewer"}}
    chart = treatments_chart([headline("kept", [estimate])], methods, CHOICES)
    assert chart is not None
    assert chart.title == "Gain in points: kept +20.0; there is no interval by crossed effects."


def test_a_channel_of_few_attempts_has_no_panel() -> None:
    counts = [
        {"channel": channel, "per": "attempt", "calls": 1, "count": count}
        for channel, count in (("direct", 9), ("assisted", 10))
    ]
    chart = calls_chart(counts, budgets(), CHOICES)
    assert chart is not None
    assert {bar["channel"] for bar in data(chart) if "range" in bar} == {"assisted"}
    assert chart.caption.endswith("Left out, as fewer than 10 give no percentage: direct (9 attempts).")
    assert calls_chart(counts[:1], budgets(), CHOICES) is None


def test_a_channel_without_a_number_of_calls_has_a_reason_in_place_of_its_panel() -> None:
    chart = calls_chart([{"channel": "assisted", "per": "attempt", "calls": 1, "count": 10}], budgets(), CHOICES)
    assert chart is not None
    assert "No direct panel: no direct call was made." in chart.caption


def test_rows_whose_attempts_are_not_known_are_said_where_the_share_is() -> None:
    counts = [{"channel": "assisted", "per": "attempt", "calls": calls, "count": 6} for calls in (2, 12)]
    chart = calls_chart(counts, budgets(left_out=30, not_executed=4), CHOICES)
    assert chart is not None
    assert chart.title == (
        "6 of 12 known assisted attempts made more than 10 calls, without 26 rows whose attempts are not known and 4 "
        "rows not executed."
    )
    assert "Shares are of the known attempts" in chart.caption
    assert "assisted: 12 attempts, without 26 rows whose attempts are not known" in svg(chart)


def test_the_budget_is_per_attempt_so_rows_are_not_held_against_it() -> None:
    chart = calls_chart([{"channel": "assisted", "per": "row", "calls": 25, "count": 20}], budgets(), CHOICES)
    assert chart is not None
    assert chart.title == "No row made more than 25 calls."
    assert "budget" not in chart.caption


def test_the_title_says_each_gain_with_the_interval_to_quote_and_adds_up_no_intervals() -> None:
    crossed = {"method": "crossed", "units": 5, "low": 1.0, "high": 30.0, "refused": None, "note": "5 are few"}
    refused = crossed | {"low": None, "high": None, "refused": "fewer than 3 solvers"}
    headlines = [
        headline(treatment, [{"average": "micro", "measure": "gain", "value": 20.0, "intervals": [interval]}])
        for treatment, interval in (("counted_wrong", crossed), ("kept", refused))
    ]
    methods = {"crossed": {"label": "crossed effects, t", "unit": "dataset or solver, whichever are fewer"}}
    chart = treatments_chart(headlines, methods, CHOICES)
    assert chart is not None
    assert chart.title == (
        "Gain in points, with the interval by crossed effects: counted wrong +20.0 (+1.0 to +30.0), kept +20.0 (no "
        "interval)."
    )
    assert [line["rests"] for line in data(chart)] == ["5 datasets or solvers: few"] * 2


def test_a_picture_names_every_choice_that_its_figures_depend_on(chart: Chart) -> None:
    assert "18 rows, because the harness failed; 1 row, because the solver is not registered" in chart.caption
    if chart.name in {"calls", "rules-by-dataset"}:
        assert "before the choice about missing answers" in chart.caption
    else:
        assert "Missing answers are left out." in chart.caption
    if chart.name.startswith("gain-by"):
        assert "Intervals are at 90 %; a bootstrap draws 500 resamples from seed 7." in chart.caption
    drawn = svg(chart)
    for line in textwrap.wrap(chart.caption, LINE_LETTERS):
        assert escape(line, quote=False) in drawn


@pytest.mark.parametrize(("value", "said"), [(None, "–"), (-0.04, "0.0"), (-8.06, "−8.1"), (13.0, "+13.0")])
def test_points_have_a_sign_and_no_negative_zero(value: float | None, said: str) -> None:
    assert points(value) == said


def test_the_first_chart_says_what_the_same_calls_buy_without_code() -> None:
    matched, other = compared("self-consistency", matched=True), compared("cot", matched=False)
    chart = controls_chart([other, matched], METHODS, CHOICES)
    assert chart is not None
    assert chart.title == (
        "With the same calls and no code, self-consistency has 55.0 % of answers right, programs 60.0 %: +5.0 points "
        "(items within pairs: −1.0 to +11.0)."
    )
    assert (
        "Lines: the interval by items, for these very datasets and solvers; there is none for others (2"
        in chart.caption
    )
    alone = controls_chart([other], METHODS, CHOICES)
    assert alone is not None
    assert alone.title.startswith("No control had the same calls; cot has 55.0 % of answers right, programs 60.0 %")


def test_only_all_pairs_under_one_treatment_are_drawn_and_no_other_model() -> None:
    drawn = [
        compared("cot", matched=False, treatment="dropped"), compared("cot", matched=False, partition="zero_baseline"),
        compared("generator-alone", matched=False, treatment="dropped"), compared("cot", matched=False),
    ]  # fmt: skip
    chart = controls_chart(drawn, METHODS, CHOICES)
    assert chart is not None
    assert {line["control"] for line in data(chart) if "control" in line} == {"cot"}
    assert "Programs that are not approved: dropped." in chart.caption
    assert controls_chart([one | {"estimates": []} for one in drawn], METHODS, CHOICES) is None
