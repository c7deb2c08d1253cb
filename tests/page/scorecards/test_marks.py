"""Figures in words, and names in the room that there is."""

from __future__ import annotations

from cgr_audit.page.scorecards.marks import Mark, apart
from cgr_audit.scorecards.rates import Figure, RowInterval

KNOWN = RowInterval(0.25, 0.75, 0.95, 8, 1_000, 0, None, "rests on 8 rows")
REFUSED = RowInterval(None, None, 0.95, 2, 0, 0, "2 rows: fewer than 3", None)


def test_a_mark_says_its_figure_its_interval_and_what_it_rests_on() -> None:
    assert Mark.of("a", Figure("crr", "CRR", 8, 4, 0.5, KNOWN), "row").words == "a 50.00 % (25.00 to 75.00 %, 8 rows)"
    assert (
        Mark.of("a", Figure("crr", "CRR", 2, 1, 0.5, REFUSED), "trace").words
        == "a 50.00 % (2 rows: fewer than 3, 2 traces)"
    )
    assert Mark("a", "a", Figure("crr", "CRR", 8, 4, 0.5, KNOWN), 40, "sample", 20).rests == "20 of 40 samples"


def test_a_record_has_percentages_and_words_for_all_of_them() -> None:
    assert Mark.of("a", Figure("crr", "CRR", 8, 4, 0.5, KNOWN), "row").record(3) == {
        "place": 3, "name": "a", "rate": 50.0, "low": 25.0, "high": 75.0, "said": "50.00 %",
        "interval": "25.00 to 75.00 %", "rests": "8 rows", "note": "rests on 8 rows",
    }  # fmt: skip


def test_long_names_that_differ_have_labels_that_do_and_are_whole_under_the_pointer() -> None:
    names = [f"org/{'model-' * 50}{middle}{'-step' * 50}" for middle in ("one", "two")]
    marks = apart([Mark.of(name, Figure("crr", "CRR", 8, 4, 0.5, KNOWN), "row") for name in (*names, "short")])
    assert len({mark.label for mark in marks}) == 3
    assert {len(mark.label) for mark in marks[:2]} == {30}
    assert marks[0].label.startswith("org/model-")
    assert marks[0].label.endswith("-step")
    assert marks[2].label == "short"
    assert [mark.record(0)["name"] for mark in marks] == [*names, "short"]


def test_nothing_hides_in_a_name() -> None:
    assert Mark.of("\u202ea\nb", Figure("crr", "CRR", 8, 4, 0.5, KNOWN), "row").name == "\\u202ea\\nb"
