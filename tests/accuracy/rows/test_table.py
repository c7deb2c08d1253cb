from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from cgr_audit.accuracy.rows.answer_status import AnswerStatus
from cgr_audit.accuracy.rows.table import rows_table
from cgr_audit.records.rows import Item, ItemKey, ResultRow, SolverEntry


@pytest.mark.parametrize(
    ("answer", "options", "failed", "status"),
    [
        ("B", "ABC", None, AnswerStatus.ANSWERED),
        ("B", "", None, AnswerStatus.ANSWERED),
        ("D", "ABC", None, AnswerStatus.NO_OPTION),
        ("b", "ABC", None, AnswerStatus.NO_OPTION),
        ("X", "ABC", None, AnswerStatus.EXTRACTION_FAILED),
        ("X", "WXYZ", None, AnswerStatus.ANSWERED),
        ("X", "", None, AnswerStatus.EXTRACTION_FAILED),
        (None, "ABC", None, AnswerStatus.MISSING),
        (None, "ABC", True, AnswerStatus.EXTRACTION_FAILED),
        ("B", "ABC", False, AnswerStatus.ANSWERED),
    ],
)
def test_an_answer_is_an_option_or_it_is_said_why_not(
    answer: str | None, options: str, failed: bool | None, status: AnswerStatus
) -> None:
    item = Item("i", "d", "?", tuple({"id": letter, "text": letter} for letter in options), ())
    row = ResultRow("d", "i", "s", "g", 0, solverLLM_baseline_ans=answer, extraction_failed={"direct": failed})
    table = rows_table(
        [row], items={item.key: item}, solvers={}, programs=[], verdicts=[], findings=[], failure_value="X"
    )
    assert table["direct_status"].tolist() == [status.value]


@pytest.mark.parametrize(
    ("outcome", "answers", "statuses"),
    [
        ("refused", "A - -", ("answered", "refused", "refused")),
        ("refused", "- B B", ("missing", "refused", "answered")),
        ("not_run", "X - -", ("extraction_failed", "not_run", "not_run")),
        ("host_failure", "A B -", ("harness_failure",) * 3),
        ("guest_error", "A - -", ("answered", "missing", "missing")),
        ("completed", "D X B", ("no_option", "extraction_failed", "answered")),
    ],
)
def test_refused_not_run_and_failed_by_the_harness_are_three_things(
    book: Any, outcome: str, answers: str, statuses: tuple[str, ...]
) -> None:
    row = book.table(f"d i s approved {answers} outcome={outcome}").iloc[0]
    channels = ("direct", "assisted", "generator")
    assert tuple(row[f"{channel}_status"] for channel in channels) == statuses
    right = [status == "answered" and letter == "B" for status, letter in zip(statuses, answers.split(), strict=True)]
    assert [bool(row[f"{channel}_correct"]) for channel in channels] == right


def test_a_row_knows_its_gold_program_verdict_and_findings(book: Any) -> None:
    findings = [{"program_id": "g/d/i.0.py", "code": code} for code in ("CGR301", "CGR201", "CGR301")]
    row = book.table("d i s observe A B C", findings=findings).iloc[0]
    assert row["program_id"] == "g/d/i.0.py"
    assert row["codes"] == "CGR201 CGR301"
    assert row["verdict"] == "observe"
    assert row["correct_ans"] == "B"
    assert [bool(row[f"{channel}_correct"]) for channel in ("direct", "assisted", "generator")] == [False, True, False]


def test_rows_come_sorted_by_their_key(book: Any) -> None:
    table = book.table("e i s approved A A A\nd j s approved A A A\nd i t approved A A A\nd i s approved A A A")
    assert [tuple(row) for row in table[["dataset", "item_id", "solver"]].values] == [
        ("d", "i", "s"), ("d", "i", "t"), ("d", "j", "s"), ("e", "i", "s"),
    ]  # fmt: skip


def test_what_is_missing_is_null_and_never_nan(book: Any) -> None:
    row = book.table("d i s - - - -").iloc[0]
    for column in ("verdict", "solverLLM_baseline_ans", "fuel", "wall_s", "recorded_assisted_correct"):
        assert row[column] is pd.NA
    assert row["direct_status"] == "missing"
    assert not row["direct_correct"]


def test_an_answer_is_right_if_it_is_among_the_correct_ones() -> None:
    options = tuple({"id": letter, "text": letter} for letter in "ABC")
    item = Item("i", "d", "?", options, ("A", "C"))
    rows = [ResultRow("d", "i", name, "g", 0, solverLLM_assisted_ans=name) for name in "ABC"]
    table = rows_table(
        rows,
        items={ItemKey("d", "i"): item},
        solvers={"A": SolverEntry(True)},
        programs=[],
        verdicts=[],
        findings=[],
        failure_value=None,
    )
    assert list(table["assisted_correct"]) == [True, False, True]
    assert list(table["correct_ans"]) == ["A C"] * 3
    assert list(table["registered"]) == [True, False, False]


def test_no_rows_make_an_empty_table_with_every_column(book: Any) -> None:
    assert len(book.table("")) == 0
    assert "assisted_correct" in book.table("").columns
