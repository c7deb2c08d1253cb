"""The page of a scorecard, read as text."""

from __future__ import annotations

import re
from importlib import resources
from itertools import pairwise

import pytest

from benchmarks.scorecard_rows import retraceqa
from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.page.scorecards.page import scorecard_charts, scorecard_page
from cgr_audit.scorecards.codemind.scorer import CodeMind
from cgr_audit.scorecards.retraceqa.scorer import ReTraceQa
from cgr_audit.scorecards.row_source import Rows, RowSource
from cgr_audit.scorecards.scorecard import Scored, score
from tests.page.scorecards.conftest import HOSTILE_SHOWN, scored_rows
from tests.page.test_html import Reader


@pytest.fixture
def page(hostile: Scored) -> str:
    """The page of the scorecard that tries to break out."""
    return scorecard_page(hostile, scorecard_charts(hostile))


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", Reader(page).text)


def test_no_text_becomes_markup_and_every_text_is_there(page: str) -> None:
    read = Reader(page)
    assert {kind for kind, _ in read.scripts} == {"module", "application/json"}
    assert not {"img", "s", "i"} & {name for name, _ in read.tags}
    assert not any(attribute.startswith("on") for _, attributes in read.tags for attribute in attributes)
    assert HOSTILE_SHOWN in read.text
    assert f"rows.jsonl:999: /id: {HOSTILE_SHOWN}" in read.text


def test_nothing_turns_or_hides_text(page: str) -> None:
    read = Reader(page)
    shown = read.text + "".join(value or "" for _, attributes in read.tags for value in attributes.values())
    assert all(letter.isprintable() or letter == "\n" for letter in shown)


def test_it_says_what_was_read_what_is_in_figures_and_what_is_not(page: str) -> None:
    assert "61 rows read 60 in figures 1 in none: bad row" in text_of(page)
    assert "rows.jsonl61 rows, sha256 000" in text_of(page)


def test_the_main_figure_comes_first_with_what_it_rests_on(page: str) -> None:
    text = text_of(page)
    assert re.search(r"Overall 15\.00 % Q→AR 95 % interval \d+\.\d\d to \d+\.\d\d %, over 60 rows measure", text)
    assert text.index("over 60 rows") < text.index("No chart needs colour") < text.index("By model 2 lines")


def test_every_figure_that_the_scorecard_is_about_has_a_headline_and_rows_of_any_of_them_are_in_figures() -> None:
    records = [
        *({"id": f"d{number}", "task": "ier", "expected": "1", "predicted": "1"} for number in range(4)),
        *({"id": f"s{number}", "task": "sr", "passed": number < 5, "generated_program": "1"} for number in range(20)),
        {"id": "none", "task": "der", "expected": "1", "predicted": "1", "generated_program": None},
    ]
    records = [{**record, "benchmark": "b", "model": "m"} for record in records]
    places = [f"rows.jsonl:{number}" for number, _ in enumerate(records, start=1)]
    source = RowSource("rows.jsonl", "0" * 64, len(records))
    text = text_of(scorecard_page(score(CodeMind(), Rows(records, places, (), (source,))), ()))
    assert "25 rows read 24 in figures 1 in none: no generated program" in text
    assert "100.00 % CRR 95 % interval 100.00 to 100.00 %, no width, over 4 rows, which are few 25.00 % passing" in text


def test_every_measure_is_explained_once() -> None:
    records = list(retraceqa.rows(300, seed=2))
    rows = Rows(records, [f"rows.jsonl:{number}" for number, _ in enumerate(records, start=1)], (), ())
    scored = score(ReTraceQa(), rows, resampling=Resampling(100))
    text = text_of(scorecard_page(scored, ()))
    compared = [measure for one in scored.scored.comparisons for measure in one.parts[0].measures]
    meanings = {measure.meaning for measure in (*scored.scored.measures, *compared)}
    assert len(meanings) > 10
    assert [text.count(f"{meaning} ") for meaning in meanings] == [1] * len(meanings)


def test_notes_come_before_any_figure() -> None:
    scored = scored_rows("a", "b")
    noted = text_of(scorecard_page(scored, ()))
    assert all(noted.index(note) < noted.index("Overall 15.00 %") for note in scored.scored.notes)


def test_every_table_is_on_it_and_every_link_leads_somewhere(page: str) -> None:
    read = Reader(page)
    ids = {str(attributes["id"]) for _, attributes in read.tags if "id" in attributes}
    links = {str(attributes["href"])[1:] for _, attributes in read.tags if "href" in attributes}
    assert {"table-by-model", "table-by-type", "table-by-model-type", "table-dropped"} <= ids
    assert links <= ids


def test_headings_follow_each_other_without_a_gap(page: str) -> None:
    levels = [int(name[1]) for name, _ in Reader(page).tags if re.fullmatch(r"h[1-6]", name)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_every_heading_cell_says_what_it_heads_and_every_row_begins_with_one(page: str) -> None:
    tags = Reader(page).tags
    assert {attributes.get("scope") for name, attributes in tags if name == "th"} == {"col", "row"}
    after = [tags[place + 1] for place, (name, _) in enumerate(tags) if name == "tr"]
    assert {name for name, _ in after} == {"th"}


def test_every_chart_is_a_picture_with_words_that_the_keyboard_reaches(page: str, hostile: Scored) -> None:
    pictures = [attributes for _, attributes in Reader(page).tags if attributes.get("class") == "picture"]
    assert [picture["aria-label"] for picture in pictures] == [
        chart.alternative.replace("\u202e", "\\u202e") for chart in scorecard_charts(hostile)
    ]
    assert {(picture["role"], picture["tabindex"]) for picture in pictures} == {("img", "0")}


def test_a_very_long_name_is_cut_on_the_page_and_whole_in_its_title() -> None:
    name = "model-" * 50
    scored = scored_rows(name, "b")
    cut = [attributes for _, attributes in Reader(scorecard_page(scored, ())).tags if attributes.get("class") == "cut"]
    assert {attributes["title"] for attributes in cut} == {name}


def test_a_long_table_is_closed_and_says_its_length() -> None:
    scored = scored_rows(*(f"m{number:02}" for number in range(41)), rows=3)
    opened = {
        str(one["id"]): "open" in one for name, one in Reader(scorecard_page(scored, ())).tags if name == "details"
    }
    assert opened["table-by-type"]
    assert not opened["table-by-model"]
    assert "By model 41 lines" in text_of(scorecard_page(scored, ()))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("behind", ["paper", "raised"])
def test_every_text_stands_out_from_what_is_behind_it(scheme: str, behind: str) -> None:
    """By WCAG 2.2, 1.4.3: at least 4.5 to 1; marks of charts by 1.4.11 at least 3 to 1."""
    style = (resources.files("cgr_audit.page") / "assets" / "page.css").read_text("utf-8")
    light, dark = (
        dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", block))
        for block in re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    )
    colours = light if scheme == "light" else dark
    for name in ("ink", "quiet", "assisted", "direct", "refused", "observe", "approved"):
        assert contrast(colours[name], colours[behind]) >= 4.5, name
    assert contrast(colours["generator"], colours[behind]) >= 3


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
