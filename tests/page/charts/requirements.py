"""What is asked of every chart, of reports and of scorecards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from html import unescape
from typing import Any

import altair as alt

from cgr_audit.page.charts.chart import Chart
from cgr_audit.page.charts.drawing import svg
from cgr_audit.page.charts.theme import with_page_colours


def units(part: Any, inherited: Any = None) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Every layer of a specification that draws marks, with the data it draws."""
    if isinstance(part, list):
        for each in part:
            yield from units(each, inherited)
    elif isinstance(part, dict):
        drawn = part.get("data", inherited)
        if "mark" in part and "encoding" in part:
            yield drawn, part
        for name in ("hconcat", "vconcat", "layer", "spec"):
            yield from units(part.get(name), drawn)


def is_vega_lite_in_the_colours_of_the_page(chart: Chart) -> None:
    alt.Chart.from_dict(dict(chart.specification), validate=True)
    drawn = with_page_colours(svg(chart))
    colours = set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]+|[a-z]+)"', drawn)) - {"none", "transparent"}
    assert colours == set()
    assert "var(--ink)" in drawn


def has_a_title_a_caption_and_words_in_its_place(chart: Chart) -> None:
    assert chart.title.endswith((".", "rows."))
    assert chart.caption.endswith(".")
    assert len(chart.alternative) > 10
    assert not re.search("undefined|NaN", svg(chart))


def tells_its_figures_by_name(chart: Chart, names: Set[str]) -> None:
    told = [one for _, unit in units(dict(chart.specification)) for one in unit["encoding"].get("tooltip", [])]
    assert len(told) > 0
    assert {one.get("title") for one in told} <= names


def has_texts_that_tell_what_their_marks_tell(chart: Chart) -> None:
    told: dict[str, list[Any]] = {}
    texts = []
    for drawn, unit in units(dict(chart.specification)):
        said = unit["encoding"].get("tooltip")
        if unit["mark"]["type"] == "text":
            texts.append((str(drawn), said))
        elif said is not None:
            told[str(drawn)] = said
    assert len(told) > 0
    assert [said for drawn, said in texts if drawn in told] == [told[drawn] for drawn, _ in texts if drawn in told]


def reads_out_no_coordinates(chart: Chart) -> None:
    drawn = svg(chart)
    labels = [unescape(label) for label in re.findall(r'aria-label="([^"]*)"', drawn)]
    assert labels[0] == f"{chart.title} {chart.alternative}"
    assert all(label.startswith(("Title text ", "Subtitle text ")) for label in labels[1:])
    assert re.findall(r'<svg[^>]* role="([a-z]+)"', drawn) == ["img"]
    assert " aria-label=" not in svg(chart, titled=False).partition(">")[0]


def width(chart: Chart) -> int:
    """Of its picture, in pixels."""
    found = re.search(r'<svg[^>]* width="(\d+)"', svg(chart, titled=False))
    assert found is not None
    return int(found.group(1))
