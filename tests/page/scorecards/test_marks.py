"""Figures in words, and names in the room that there is."""

from __future__ import annotations

from cgr_audit.page.scorecards.marks import Mark, shortened
from cgr_audit.scorecards.rates import Figure, RowInterval

KNOWN = RowInterval(0.25, 0.75, 0.95, 8, 1_000, 0, None, "rests on 8 rows")
REFUSED = RowInterval(None, None, 0.95, 2, 0, 0, "2 rows: fewer than 3", None)


def test_a_mark_says_its_figure_its_interval_and_what_it_rests_on() -> None:
    assert Mark.of("a", Figure("crr", "CRR", 8, 4, 0.5, KNOWN)).words == "a 50.00 % (25.00 to 75.00 %, 8 rows)"
    assert Mark.of("a", Figure("crr", "CRR", 2, 1, 0.5, REFUSED)).words == "a 50.00 % (2 rows: fewer than 3, 2 rows)"
    assert Mark("a", Figure("crr", "CRR", 8, 4, 0.5, KNOWN), 40, "sample", 20).rests == "20 of 40 samples"


def test_a_record_has_percentages_and_words_for_all_of_them() -> None:
    assert Mark.of("a", Figure("crr", "CRR", 8, 4, 0.5, KNOWN)).record(3) == {
        "place": 3, "name": "a", "rate": 50.0, "low": 25.0, "high": 75.0, "said": "50.00 %",
        "interval": "25.00 to 75.00 %", "rests": "8 rows", "note": "rests on 8 rows",
    }  # fmt: skip


def test_a_long_name_keeps_its_beginning_and_its_end_and_is_whole_under_the_pointer() -> None:
    name = "org/" + "model-" * 50 + "step-1000"
    mark = Mark.of(name, Figure("crr", "CRR", 8, 4, 0.5, KNOWN))
    assert mark.label == "org/model-model-model-m…el-step-1000"
    assert len(mark.label) == 36
    assert mark.record(0)["name"] == name
    assert shortened("short") == "short"


def test_nothing_hides_in_a_name() -> None:
    assert Mark.of("\u202ea\nb", Figure("crr", "CRR", 8, 4, 0.5, KNOWN)).name == "\\u202ea\\nb"
