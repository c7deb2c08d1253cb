"""What the gate did, what nobody audited and what nobody answered is said beside the figures, and not a finding's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd
import pytest

from cgr_audit.accuracy.intervals.estimates import Method, Resampling
from cgr_audit.accuracy.settings import Settings
from cgr_audit.accuracy.splits.budgets import calls_by_attempt
from cgr_audit.accuracy.summary import AccuracySummary, summarise
from cgr_audit.accuracy.tables import headline_table
from cgr_audit.records.rows import CallRow

QUICK = Settings(resampling=Resampling(50), budget=3)


def summarised(table: pd.DataFrame, calls: Iterable[CallRow] = ()) -> AccuracySummary:
    return summarise(table, calls_by_attempt(calls), QUICK)


def many(count: int, line: str, start: int = 0, dataset: str = "d", solver: str = "s") -> str:
    return "\n".join(f"{dataset} {number} {solver} {line}" for number in range(start, start + count))


def found(code: str, numbers: Iterable[int]) -> list[dict[str, str]]:
    return [{"program_id": f"g/d/{number}.0.py", "code": code} for number in numbers]


def test_a_gate_that_refused_every_program_closed_the_assisted_channel_and_did_not_take_it_away(book: Any) -> None:
    summary = summarised(book.table(many(12, "refused B - - outcome=refused")))
    assert summary.population.absent == ("generator",)
    shown = {one.treatment.value: (one.micro.rows, one.micro.direct, one.micro.assisted) for one in summary.headlines}
    assert shown == {
        "dropped": (0, None, None),
        "direct_instead": (12, 100.0, 100.0),
        "counted_wrong": (12, 100.0, 0.0),
        "kept": (12, 100.0, 0.0),
    }


def test_an_assisted_channel_in_which_every_row_is_missing_is_absent(book: Any) -> None:
    assert summarised(book.table(many(12, "approved B - B"))).population.absent == ("assisted",)


def test_generator_answers_that_a_refusal_took_away_are_counted_beside_its_accuracy(book: Any) -> None:
    text = "\n".join(
        [
            many(10, "approved A B B"),
            many(3, "refused A - - outcome=refused", 10),
            many(2, "observe A - - outcome=not_run", 13),
            many(1, "approved A B -", 15),
        ]
    )
    summary = summarised(book.table(text))
    counts = {one.treatment.value: one.basis["generator_not_executed"] for one in summary.headlines}
    assert counts == {"dropped": 0, "direct_instead": 5, "counted_wrong": 5, "kept": 5}
    assert [line["generator_not_executed"] for line in summary.by_dataset] == [0, 5, 5, 5]


def test_rows_that_nobody_audited_are_neither_with_nor_without_a_finding(book: Any) -> None:
    text = "\n".join([many(11, "observe A B B"), many(12, "approved A B B", 11), many(4, "- A B B", 23)])
    summary = summarised(book.table(text, findings=found("CGR201", range(11))))
    (violation,) = summary.violations
    assert summary.not_audited is not None
    groups = (violation.with_finding, violation.without, summary.not_audited)
    assert [(group.figures["rows"], group.figures["pairs"], group.programs) for group in groups] == [
        (11, 1, 11), (12, 1, 12), (4, 1, 4),
    ]  # fmt: skip
    assert {(line["of_programs"], line["of_rows"]) for line in summary.rules} == {(23, 23)}


def test_where_nothing_was_judged_an_audit_took_in_every_program_of_the_package(book: Any) -> None:
    table = book.table(many(24, "- A B B"), findings=found("CGR201", range(11)))
    table.loc[table["item_id"] == "23", "program_id"] = pd.NA
    summary = summarised(table)
    assert summary.not_audited is not None
    assert (summary.violations[0].without.figures["rows"], summary.not_audited.figures["rows"]) == (12, 1)


def test_without_verdicts_and_findings_nothing_is_split(book: Any) -> None:
    summary = summarised(book.table(many(24, "- A B B")))
    assert (summary.violations, summary.not_audited, list(summary.rules)) == ((), None, [])


def test_rows_that_the_gate_kept_from_running_are_counted_in_each_group(book: Any) -> None:
    text = "\n".join(
        [
            many(6, "refused A - B outcome=refused"),
            many(6, "refused A - B outcome=refused recorded=B", 6),
            many(12, "approved A B B", 12),
        ]
    )
    (violation,) = summarised(book.table(text, findings=found("CGR001", range(12)))).violations
    assert (violation.with_finding.unrecorded, violation.without.unrecorded) == (6, 0)
    assert violation.to_record()["with"]["unrecorded"] == 6


def test_a_pair_that_nobody_answered_directly_is_named_apart(book: Any) -> None:
    text = "\n".join([many(10, "approved B B B"), many(10, "approved - B B", solver="t")])
    kept = summarised(book.table(text)).headlines[-1]
    assert kept.zero_pairs == (("d", "t"),)
    assert kept.unanswered_pairs == ((("d", "t"), ("direct",)),)


def test_figures_over_pairs_with_a_baseline_have_an_interval_over_items_too(book: Any) -> None:
    text = "\n".join(
        [many(10, "approved B B B"), many(10, "approved A B B", 10), many(10, "approved A B B", solver="t")]
    )
    kept = summarised(book.table(text)).headlines[-1]
    (gain,) = (it for it in kept.non_zero_estimates if (it.average, it.measure) == ("micro", "gain"))
    interval = gain.interval(Method.ITEMS)
    assert (interval.refused, interval.units) == (None, 20)
    assert interval.low is not None
    assert interval.low < 50.0 == gain.value
    assert kept.non_zero_basis["rows"] == 20


def test_rows_whose_attempts_are_not_known_are_counted(book: Any) -> None:
    table = book.table("\n".join([many(12, "approved A B B calls=4"), many(3, "refused A - B outcome=refused", 12)]))
    table.loc[table["item_id"].isin(["0", "1"]), "attempts"] = 2
    table.loc[table["outcome"] == "refused", ["attempts", "assisted_calls"]] = pd.NA
    direct, attempts = (line for line in summarised(table).budgets if line["per"] == "attempt")
    shown = ("rows", "rows_left_out", "rows_not_executed", "count", "above_budget_percent", "reason")
    assert [attempts[name] for name in shown] == [10, 5, 3, 10, 100.0, None]
    assert (direct["count"], direct["reason"]) == (0, "the calls of single attempts are not recorded")


def test_a_share_above_the_budget_needs_ten_attempts(book: Any) -> None:
    lines = summarised(book.table(many(9, "approved A B B calls=4"))).budgets
    line = next(line for line in lines if (line["channel"], line["per"]) == ("assisted", "attempt"))
    assert (line["above_budget"], line["above_budget_percent"], line["too_few"]) == (9, None, True)


@pytest.mark.parametrize(("rows", "percent"), [(9, None), (10, 100.0)])
def test_coverage_has_no_percentage_of_fewer_than_ten(book: Any, rows: int, percent: float | None) -> None:
    line = summarised(book.table(many(rows, "approved A B B"))).coverage[0]
    assert (line["field"], line["known"], line["percent"], line["too_few"]) == ("answer", rows, percent, rows < 10)


def test_programs_are_counted_once_however_many_solvers_ran_them(book: Any) -> None:
    text = "\n".join(
        [many(3, "observe A B B"), many(3, "observe A B B", solver="t"), many(2, "approved A B B", 3, "e")]
    )
    summary = summarised(book.table(text, findings=found("CGR201", range(3))))
    counted = {
        (line["dataset"], line["solver"]): (line["programs"], line["rows"], line["of_programs"], line["of_rows"])
        for line in summary.rules
    }
    assert counted == {
        (None, None): (3, 6, 5, 8),
        (None, "s"): (3, 3, 5, 5),
        (None, "t"): (3, 3, 3, 3),
        ("d", None): (3, 6, 3, 6),
        ("d", "s"): (3, 3, 3, 3),
        ("d", "t"): (3, 3, 3, 3),
        ("e", None): (0, 0, 2, 2),
    }


@pytest.mark.parametrize(
    ("unjudged", "said"),
    [
        (
            ("d 10 s - A B B", "d 11 s - A B B"),
            "2 rows of 2 programs",
        ),
        (("d 10 s - A B B", "d 10 t - A B B"), "2 rows of 1 program"),
        ((), None),
    ],
)
def test_the_headline_says_how_many_rows_have_no_verdict_where_others_have_one(
    book: Any, unjudged: tuple[str, ...], said: str | None
) -> None:
    note = headline_table(summarised(book.table("\n".join([many(10, "approved A B B"), *unjudged])))).note
    whole = f"Without a verdict, and so taken as not approved: {said}."
    assert (whole in note) if said else ("verdict" not in note)


def test_where_nothing_was_judged_the_headline_says_that_alone(book: Any) -> None:
    note = headline_table(summarised(book.table(many(10, "- A B B")))).note
    assert note.count("verdict") == 1
    assert "No verdicts: every row is kept." in note
