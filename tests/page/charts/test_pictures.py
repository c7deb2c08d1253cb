"""Which pictures a run leaves in its folder."""

from __future__ import annotations

from pathlib import Path

import altair as alt

from cgr_audit.page.charts.chart import Chart, values
from cgr_audit.page.charts.drawing import write_pictures


def chart(name: str) -> Chart:
    drawn = alt.Chart(values([{"x": 1}])).mark_point().encode(x="x:Q")
    return Chart.of(name, f"{name}.", "", "One dot.", drawn)


def test_pictures_of_an_earlier_run_that_this_one_does_not_have_are_removed(tmp_path: Path) -> None:
    write_pictures([chart("codemind-by-model"), chart("codemind-by-lst")], tmp_path, "codemind")
    write_pictures([chart("codemind-by-model")], tmp_path, "codemind")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["codemind-by-model.png", "codemind-by-model.svg"]


def test_pictures_of_others_stay(tmp_path: Path) -> None:
    """Those of another scorecard, and those that nobody knows, whatever their names."""
    (tmp_path / "codemind-mine.svg").write_text("<svg ", "utf-8")
    (tmp_path / "codemind-mine.png").write_bytes(b"")
    write_pictures([chart("clr-bench-by-model")], tmp_path, "clr-bench")
    before = {path.name for path in tmp_path.iterdir()}
    write_pictures([], tmp_path, "codemind")
    assert {path.name for path in tmp_path.iterdir()} == before
    write_pictures([], tmp_path, "clr-bench")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["codemind-mine.png", "codemind-mine.svg"]
