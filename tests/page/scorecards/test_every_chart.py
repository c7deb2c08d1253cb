"""Every chart of every scorecard, of rows whose names are long, empty words to Vega, or break out of a page."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from benchmarks.scorecard_rows import codesteps
from benchmarks.scorecard_rows.kinds import KINDS
from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.page.charts.chart import Chart
from cgr_audit.page.charts.drawing import svg
from cgr_audit.page.scorecards.page import scorecard_charts
from cgr_audit.scorecards.codemind.scorer import CodeMind
from cgr_audit.scorecards.registry import SCORECARDS
from cgr_audit.scorecards.row_source import Rows
from cgr_audit.scorecards.scorecard import score
from tests.page.charts import requirements
from tests.page.scorecards.conftest import HOSTILE, HOSTILE_SHOWN

CHARTS = {
    "codemind": (
        "by-model", "by-construct", "by-output-type", "by-complexity", "by-lines", "by-loop-nesting",
        "by-loop-length",
    ),
    "retraceqa": (
        "answers-and-reasoning", "by-model", "by-dataset", "by-model-dataset", "judges", "judges-by-dataset",
        "accuracy-by-judge", "agreement",
    ),
    "clr-bench": ("answers-and-rationales", "by-model-guess-rate", "by-model", "by-type", "by-model-type", "by-topic"),
    "codesteps": (
        "by-k", "by-threshold", "failures", "by-model", "by-level", "by-model-level", "by-sws",
    ),
}  # fmt: skip
"""What is drawn of simulated rows, in order: what is the scorecard's own, then the groups."""
TOLD = {
    "CRR", "F1", "Q→A", "Q→AR", "SWS", "answer-only", "construct", "cyclomatic complexity", "dataset", "failure",
    "figure", "guessed", "interval", "judge", "judge, dataset", "judge, model", "k", "level", "lines of code",
    "loop depth", "model", "model, dataset", "model, level", "model, type", "note", "output type", "pass@1", "percent",
    "reasoning-aware", "rests on", "rounds of all loops", "share of failed samples", "threshold", "topic", "type",
    "κ on error",
}  # fmt: skip
"""What the figures of a mark may be called under the pointer."""
NAMED = ("model", "judge", "topic", "dataset")
"""The fields of rows whose values are anybody's."""
EVERY = [(name, chart) for name, charts in CHARTS.items() for chart in charts]
FEW = Resampling(200, 0, 0.95)


@cache
def charts(name: str, added: str) -> tuple[Chart, ...]:
    """Those of simulated rows.

    Args:
        name: the scorecard.
        added: to every name in the rows.
    """
    made = codesteps.rows(60, 7, samples=3) if name == "codesteps" else KINDS[name](400, 7)
    records: list[dict[str, Any]] = [
        {field: f"{value}{added}" if field in NAMED and value is not None else value for field, value in record.items()}
        for record in made
    ]
    scorer = CodeMind(resampling=FEW) if name == "codemind" else SCORECARDS[name]()
    rows = Rows(records, [f"rows.jsonl:{number}" for number, _ in enumerate(records, start=1)], (), ())
    return scorecard_charts(score(scorer, rows, resampling=FEW))


@pytest.fixture(
    params=[case if at % 2 == 0 else pytest.param(case, marks=pytest.mark.slow) for at, case in enumerate(EVERY)],
    ids="-".join,
)
def chart(request: pytest.FixtureRequest) -> Chart:
    """One of them, of names that try to break out."""
    return chart_of(*request.param, HOSTILE)


def chart_of(name: str, part: str, added: str) -> Chart:
    return next(one for one in charts(name, added) if one.name == f"{name}-{part}")


@pytest.mark.parametrize("name", SCORECARDS)
def test_what_is_drawn_is_what_is_tested_here(name: str) -> None:
    assert [one.name for one in charts(name, HOSTILE)] == [f"{name}-{part}" for part in CHARTS[name]]


def test_it_is_valid_vega_lite_in_the_colours_of_the_page(chart: Chart) -> None:
    requirements.is_vega_lite_in_the_colours_of_the_page(chart)


def test_it_has_a_sentence_for_a_title_a_caption_and_words_in_its_place(chart: Chart) -> None:
    requirements.has_a_title_a_caption_and_words_in_its_place(chart)
    assert (chart.title + chart.caption + chart.alternative).isprintable()


def test_a_mark_says_its_figures_by_names_that_a_reader_knows(chart: Chart) -> None:
    requirements.tells_its_figures_by_name(chart, TOLD)


def test_a_text_that_lies_on_a_mark_says_the_same_as_the_mark(chart: Chart) -> None:
    requirements.has_texts_that_tell_what_their_marks_tell(chart)


def test_no_coordinates_are_read_out_in_its_place(chart: Chart) -> None:
    requirements.reads_out_no_coordinates(chart)


def test_texts_in_its_picture_are_escaped(chart: Chart) -> None:
    assert not re.search("<img|<script", svg(chart))


@pytest.mark.parametrize(
    ("name", "part"),
    [case if at % 4 == 0 else pytest.param(*case, marks=pytest.mark.slow) for at, case in enumerate(EVERY)],
)
def test_a_name_is_cut_where_it_would_make_it_wider(name: str, part: str) -> None:
    long, longer = (requirements.width(chart_of(name, part, "w" * size)) for size in (150, 600))
    assert long == longer < 1_200


def test_a_name_is_whole_under_the_pointer() -> None:
    told = next(iter(chart_of("clr-bench", "by-model", HOSTILE).specification["datasets"].values()))
    assert told[0]["name"] == f"model-00{HOSTILE_SHOWN}"
