"""Tables on terminals of every width."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from cgr_audit.accuracy.columns import FIGURES, PAIRS, ROWS, TREATMENT
from cgr_audit.cli.drawn_table import draw
from cgr_audit.tables.table import Column, Kind, Table

RANGE = Column("gain_range", "95 %, bootstrap over pairs", Kind.POINTS_RANGE)
RECORD = {"treatment": "direct answer instead", "rows": 20_480, "pairs": 52, "direct": 38.38, "assisted": 30.28,
          "generator": 74.65, "gain": -8.1, "closure": -22.33, "gain_range_low": -19.86, "gain_range_high": 7.64,
          "gain_range_few": 6}  # fmt: skip
TABLE = Table("headline", "Accuracy", "", (TREATMENT, ROWS, PAIRS, *FIGURES[:4], RANGE, FIGURES[4]), (RECORD,))


def drawn(table: Table, width: int, monkeypatch: pytest.MonkeyPatch) -> str:
    stream = io.StringIO()
    monkeypatch.setattr("rich.console.Console", lambda: Console(file=stream, width=width, color_system=None))
    draw(table)
    return stream.getvalue()


@pytest.mark.parametrize("width", [1, 12, 20, 40, 60, 72, 80, 100, 120, 200])
def test_columns_are_left_out_and_named_and_no_letter_is_lost(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = drawn(TABLE, width, monkeypatch)
    left_out = "".join(text.split()).partition("Leftoutforwantofwidth:")[2]
    shown = [column for column in TABLE.columns if column.label.replace(" ", "") not in left_out]
    assert shown[0] is TREATMENT
    assert max(map(len, text.splitlines())) <= max(width, 12)
    cells = dict(zip((column.key for column in TABLE.columns), TABLE.cells()[0], strict=True))
    for column in shown[1:]:
        assert cells[column.key] in text, column
    assert "…" not in text


def test_what_matters_least_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {width: drawn(TABLE, width, monkeypatch) for width in (84, 76, 66, 40)}
    left_out = {width: " ".join(text.partition("width: ")[2].split()) for width, text in texts.items()}
    assert left_out == {
        84: "closure %.",
        76: "generator %, closure %.",
        66: "pairs, generator %, closure %.",
        40: "pairs, generator %, gain pp, 95 %, bootstrap over pairs, closure %.",
    }


def test_where_there_is_room_nothing_is_left_out_and_headings_stay_on_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    text = drawn(TABLE, 120, monkeypatch)
    assert "Left out" not in text
    assert all(column.label in text for column in TABLE.columns)
