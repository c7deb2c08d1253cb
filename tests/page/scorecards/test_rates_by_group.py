from __future__ import annotations

import altair as alt

from cgr_audit.page.charts.chart import Chart
from cgr_audit.page.scorecards.page import scorecard_charts
from cgr_audit.page.scorecards.rates_by_group import MOST_GROUPS, rates_chart
from cgr_audit.scorecards.scorecard import Scored
from tests.page.scorecards.conftest import scored_rows


def by_model(scored: Scored) -> Chart | None:
    return rates_chart(scored, next(one for one in scored.divisions if one.name == "by-model"))


def test_the_title_says_the_lowest_and_the_highest_and_the_caption_by_which_method() -> None:
    chart = by_model(scored_rows("a", "b", "c"))
    assert chart is not None
    assert chart.title == "Q→AR from 10.00 % (a) to 30.00 % (c)."
    assert "percentile bootstrap over rows at 95 %" in chart.caption
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
    chart = by_model(scored_rows(*(f"m{number:02}" for number in range(MOST_GROUPS + 3)), rows=4))
    assert chart is not None
    assert f"Of {MOST_GROUPS + 3} groups the {MOST_GROUPS} with most rows are drawn" in chart.caption
    assert chart.alternative.count("%") == MOST_GROUPS
