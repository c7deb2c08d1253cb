"""The choice about missing answers, after the treatment."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from cgr_audit.accuracy.intervals.estimates import Resampling
from cgr_audit.accuracy.missing import Missing
from cgr_audit.accuracy.settings import Settings
from cgr_audit.accuracy.splits.budgets import calls_by_attempt
from cgr_audit.accuracy.summary import AccuracySummary, summarise

ROWS = """
d 1 s approved B B B
d 2 s approved - B B
d 3 s approved A - B
d 4 s approved X B -
d 5 s observe  B - B
d 6 s refused  A -  B outcome=refused
d 7 s refused  A -  B outcome=refused recorded=B
d 8 s refused  A -  B outcome=refused recorded=X
d 9 s refused  A -  - outcome=refused
"""


def summarised(table: pd.DataFrame, missing: Missing) -> AccuracySummary:
    return summarise(table, calls_by_attempt([]), Settings(missing, Resampling(20)))


def counted(summary: AccuracySummary) -> dict[str, tuple[int, int, int]]:
    """Treatment to rows, rows left out, and right assisted answers."""
    return {
        one.treatment.value: (one.micro.rows, one.basis["left_out"], one.micro.assisted_correct or 0)
        for one in summary.headlines
    }


def test_by_default_a_missing_answer_is_wrong(book: Any) -> None:
    assert counted(summarised(book.table(ROWS), Missing.WRONG)) == {
        "dropped": (4, 0, 3),
        "direct_instead": (9, 0, 4),
        "counted_wrong": (9, 0, 3),
        "kept": (9, 0, 4),
    }


def test_left_out_takes_rows_out_of_all_channels_after_the_treatment(book: Any) -> None:
    """2 lacks a direct answer, 3 an assisted one, 4 the generator's; 5 lacks one only while its answer would count."""
    assert counted(summarised(book.table(ROWS), Missing.LEFT_OUT)) == {
        "dropped": (1, 3, 1),
        "direct_instead": (6, 3, 2),
        "counted_wrong": (6, 3, 1),
        "kept": (5, 4, 2),
    }


def test_a_refused_program_lacks_no_answer(book: Any) -> None:
    kept = summarised(book.table(ROWS), Missing.LEFT_OUT).headlines[-1]
    assert kept.basis["answers"]["assisted"] == {
        "answered": 2, "extraction_failed": 1, "no_option": 0, "missing": 0, "refused": 2, "not_run": 0,
    }  # fmt: skip


def test_kept_says_of_how_many_rows_there_is_no_recorded_answer(book: Any) -> None:
    by_treatment = {
        one.treatment.value: one.unrecorded for one in summarised(book.table(ROWS), Missing.WRONG).headlines
    }
    assert by_treatment == {"dropped": 0, "direct_instead": 0, "counted_wrong": 0, "kept": 2}


def test_an_absent_channel_leaves_nothing_out(book: Any) -> None:
    summary = summarised(book.table("d 1 s approved - B B\nd 2 s approved - A B"), Missing.LEFT_OUT)
    assert summary.population.absent == ("direct",)
    assert counted(summary)["kept"] == (2, 0, 1)


@pytest.mark.parametrize("choice", list(Missing))
def test_the_choice_is_named(book: Any, choice: Missing) -> None:
    record = summarised(book.table(ROWS), choice).to_record()["settings"]
    assert (record["missing"], record["missing_meaning"]) == (choice.value, choice.meaning)
