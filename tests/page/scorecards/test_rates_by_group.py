from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import altair as alt

from cgr_audit.page.charts.chart import Chart
from cgr_audit.page.charts.drawing import svg
from cgr_audit.page.scorecards.groups import MOST_GROUPS
from cgr_audit.page.scorecards.page import scorecard_charts
from cgr_audit.page.scorecards.rates_by_group import rates_chart
from cgr_audit.scorecards.scorecard import Scored
from tests.page.scorecards.conftest import scored_rows


def by_model(scored: Scored) -> Chart | None:
    return rates_chart(scored, next(one for one in scored.divisions if one.name == "by-model"))


def test_the_title_says_the_lowest_and_the_highest_and_the_caption_by_which_method() -> None:
    chart = by_model(scored_rows("a", "b", "c", "d", "e", "f", "g"))
    assert chart is not None
    assert chart.title == (
        "Q→AR by model: 10.00 % (a) to 70.00 % (g); intervals overlap: 3 others with the highest, 3 others with the "
        "lowest."
    )
    assert (
        chart.caption
        == "Q→AR by model, with the percentile bootstrap over rows at 95 %; on the right how many each rests on."
    )
    assert chart.alternative.startswith("a 10.00 % (")
    assert chart.alternative.endswith(", 30 rows).")


def test_the_drawing_is_what_vega_lite_accepts() -> None:
    chart = by_model(scored_rows("a", "b"))
    assert chart is not None
    alt.Chart.from_dict(dict(chart.specification), validate=True)


def test_one_group_alone_is_not_drawn() -> None:
    assert by_model(scored_rows("a")) is None
    assert scorecard_charts(scored_rows("a")) == ()


def test_of_very_many_groups_those_with_most_rows_are_drawn_and_that_is_said() -> None:
    few = scored_rows(*(f"m{number:02}" for number in range(MOST_GROUPS)), "x", "y", "z", rows=4)
    chart = by_model(few)
    assert chart is not None
    assert chart.caption.endswith(
        f" Of {MOST_GROUPS + 3} groups the {MOST_GROUPS} with most rows are drawn, of those with as many the highest; "
        "the title is of these, and all are in the tables."
    )
    drawn = [record["name"] for record in next(iter(chart.specification["datasets"].values()))]
    assert drawn == [*(f"m{number:02}" for number in range(3, MOST_GROUPS)), "x", "y", "z"]


def test_two_groups_of_one_name_have_a_line_each() -> None:
    parts = ("a", "b, c"), ("a, b", "c")
    scored = scored_rows("m", "n")
    division = next(one for one in scored.divisions if one.name == "by-model")
    groups = tuple(
        replace(group, labels=tuple(zip(("model", "type"), labels, strict=True)))
        for group, labels in zip(division.groups, parts, strict=True)
    )
    chart = rates_chart(scored, replace(division, groups=groups))
    assert chart is not None
    assert re.findall(r"<text[^>]*>([^<]*a[^<]*)</text>", svg(chart, titled=False)) == ["a, b, c"] * 2


def test_what_all_groups_share_is_said_once_and_not_in_every_name() -> None:
    scored = scored_rows("m", "n")
    chart = rates_chart(scored, next(one for one in scored.divisions if one.name == "by-model-type"))
    assert chart is not None
    assert chart.title == "Q→AR by model and type: 10.00 to 20.00 %; both intervals overlap."
    assert chart.caption.endswith(" In all of them: type MC.")
    assert chart.alternative.startswith("m 10.00 % (")


def test_a_division_into_the_same_groups_is_not_drawn_again() -> None:
    assert [chart.name for chart in scorecard_charts(scored_rows("m", "n"))] == [
        "clr-bench-answers-and-rationales", "clr-bench-by-model-guess-rate", "clr-bench-by-model",
    ]  # fmt: skip


def test_groups_may_be_called_as_what_the_drawing_library_reserves_and_stay_in_order() -> None:
    names = ("while", "if", "for", "datum", "datum.label", "datum.value", "split(", '"]', "\\\\n", "'")
    chart = by_model(scored_rows(*names))
    assert chart is not None
    drawn = [unescape(text) for text in re.findall(r"<text[^>]*>([^<]+)</text>", svg(chart, titled=False))]
    assert [name for name in drawn if name in names] == sorted(names)
