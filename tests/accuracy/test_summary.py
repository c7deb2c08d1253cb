from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgr_audit.accuracy.aggregates import macro, micro
from cgr_audit.accuracy.intervals.estimates import Resampling
from cgr_audit.accuracy.missing import Missing
from cgr_audit.accuracy.partitions import pairs_above, zero_baseline_pairs
from cgr_audit.accuracy.settings import Settings
from cgr_audit.accuracy.splits.budgets import calls_by_attempt
from cgr_audit.accuracy.summary import AccuracySummary, summarise
from cgr_audit.accuracy.tables import headline_table
from cgr_audit.accuracy.treatments import Treatment, treat
from cgr_audit.records.rows import CallRow


def summarised(table: pd.DataFrame, calls: Iterable[CallRow] = (), missing: Missing = Missing.WRONG) -> AccuracySummary:
    """The summary with few resamples, since no test here is about them."""
    return summarise(table, calls_by_attempt(calls), Settings(missing, Resampling(20), budget=10))


ROWS = """
d 1 s approved B B B
d 2 s approved A B B
d 3 s observe  A B B
d 4 s refused  B -  B outcome=refused recorded=B
d 5 s refused  A -  A outcome=refused recorded=C
e 1 s approved A A B
e 2 s observe  A C B
"""


def headline(book: Any, treatment: Treatment) -> tuple[int, int, int]:
    figures = micro(treat(book.table(ROWS), treatment))
    return figures.rows, figures.direct_correct, figures.assisted_correct


def test_dropped_leaves_only_rows_of_approved_programs(book: Any) -> None:
    assert headline(book, Treatment.DROPPED) == (3, 1, 2)


def test_direct_instead_puts_the_direct_answer_in_the_assisted_ones_place(book: Any) -> None:
    assert headline(book, Treatment.DIRECT_INSTEAD) == (7, 2, 3)


def test_counted_wrong_keeps_every_row_in_the_denominator(book: Any) -> None:
    assert headline(book, Treatment.COUNTED_WRONG) == (7, 2, 2)


def test_kept_takes_what_was_recorded_for_programs_that_were_not_executed(book: Any) -> None:
    assert headline(book, Treatment.KEPT) == (7, 2, 4)


def test_a_program_that_was_not_judged_is_not_approved(book: Any) -> None:
    table = book.table("d 1 s - A B B\nd 2 s approved A B B")
    assert micro(treat(table, Treatment.DROPPED)).rows == 1
    assert micro(treat(table, Treatment.COUNTED_WRONG)).assisted_correct == 1


def test_micro_weighs_rows_and_macro_weighs_pairs(book: Any) -> None:
    table = book.table("d 1 s approved B B B\nd 2 s approved A B B\nd 3 s approved A A B\ne 1 s approved B A B")
    rows = micro(table)
    assert (rows.rows, rows.direct, rows.assisted, rows.generator) == (4, 50.0, 50.0, 100.0)
    pairs = macro(table)
    assert pairs.pairs == 2
    assert pairs.direct == pytest.approx((100 / 3 + 100) / 2)
    assert pairs.assisted == pytest.approx((200 / 3 + 0) / 2)
    assert pairs.gain == pytest.approx(100 / 3 - 200 / 3)
    assert pairs.closure == pytest.approx(100 * (100 / 3 - 200 / 3) / (100 - 200 / 3))


def test_a_gate_is_strict(book: Any) -> None:
    table = book.table("d 1 s approved B B B\nd 2 s approved A B B\ne 1 s approved A A B")
    assert zero_baseline_pairs(table) == [("e", "s")]
    assert set(pairs_above(table, 0)["dataset"]) == {"d"}
    assert set(pairs_above(table, 49.9)["dataset"]) == {"d"}
    assert pairs_above(table, 50).empty


def test_unregistered_solvers_and_harness_faults_are_left_out_and_counted(book: Any) -> None:
    table = book.table("d 1 s approved A B B\nd 1 unknown approved A B B\nd 2 s approved A - B outcome=host_failure")
    summary = summarised(table)
    assert summary.population.total == 3
    assert summary.population.counted == 1
    assert summary.population.excluded_solvers == {"unknown": 1}
    assert summary.population.harness_failures == 1
    assert summary.headlines[0].micro.rows == 1


def test_without_verdicts_only_kept_can_be_said(book: Any) -> None:
    summary = summarised(book.table("d 1 s - A B B"))
    assert not summary.population.judged
    assert [headline.treatment for headline in summary.headlines] == [Treatment.KEPT]


def test_calls_are_summed_up_per_row_and_per_attempt(book: Any) -> None:
    table = book.table("d 1 s approved A B B calls=12\nd 2 s approved A B B calls=0")
    calls = [CallRow("d", "1", "s", "g", 0, "assisted", 1, number, "?", None, "B") for number in range(12)]
    calls.append(CallRow("d", "1", "s", "g", 0, "direct", 1, 0, "?", None, "B", latency_s=0.5))
    summary = summarised(table, calls)
    assisted_rows, assisted_attempts = (line for line in summary.budgets if line["channel"] == "assisted")
    assert assisted_rows["mean"] == 6.0
    assert assisted_rows["max"] == 12
    assert assisted_attempts["count"] == 2
    assert assisted_attempts["p95"] == pytest.approx(11.4)
    assert (assisted_attempts["above_budget"], assisted_attempts["above_budget_percent"]) == (1, None)
    assert assisted_attempts["too_few"]


def test_answers_that_cannot_be_right_are_counted_apart(book: Any) -> None:
    summary = summarised(book.table("d 1 s approved X D -\nd 2 s approved B B B"))
    none = {"refused": 0, "not_run": 0, "harness_failure": 0}
    common = {"rows": 2, "counted": 2, "answered": 1, **none}
    assert list(summary.answers) == [
        {"channel": "direct", **common, "extraction_failed": 1, "no_option": 0, "missing": 0},
        {"channel": "assisted", **common, "extraction_failed": 0, "no_option": 1, "missing": 0},
        {"channel": "generator", **common, "extraction_failed": 0, "no_option": 0, "missing": 1},
    ]


def test_findings_are_counted_by_rule_dataset_and_solver(book: Any) -> None:
    findings = [{"program_id": "g/d/1.0.py", "code": "CGR201"}, {"program_id": "g/d/2.0.py", "code": "CGR201"}]
    text = "d 1 s observe A A A\nd 1 t observe A A A\nd 2 s observe A A A"
    found = {"programs": 2, "rows": 2, "of_programs": 2, "of_rows": 2}
    once = {"programs": 1, "rows": 1, "of_programs": 1, "of_rows": 1}
    both = {"programs": 2, "rows": 3, "of_programs": 2, "of_rows": 3}
    assert summarised(book.table(text, findings=findings)).rules == [
        {"code": "CGR201", "dataset": None, "solver": None, **both},
        {"code": "CGR201", "dataset": None, "solver": "s", **found},
        {"code": "CGR201", "dataset": None, "solver": "t", **once},
        {"code": "CGR201", "dataset": "d", "solver": None, **both},
        {"code": "CGR201", "dataset": "d", "solver": "s", **found},
        {"code": "CGR201", "dataset": "d", "solver": "t", **once},
    ]


def test_a_channel_without_any_answer_has_no_accuracy_rather_than_none_right(book: Any) -> None:
    summary = summarised(book.table("d 1 s approved - B -\nd 2 s observe - A -"))
    assert summary.population.absent == ("direct", "generator")
    dropped, wrong, kept = summary.headlines
    assert [dropped.treatment, wrong.treatment, kept.treatment] == ["dropped", "counted_wrong", "kept"]
    assert (dropped.micro.rows, dropped.micro.assisted, dropped.micro.direct, dropped.micro.gain) == (
        1,
        100.0,
        None,
        None,
    )
    assert (wrong.micro.assisted, wrong.macro.generator, wrong.macro.closure) == (50.0, None, None)
    assert kept.zero_pairs == ()
    assert "non-zero baseline" not in {cell for row in headline_table(summary).cells() for cell in row}


def test_a_pair_without_any_assisted_answer_has_none_right(book: Any) -> None:
    summary = summarised(book.table("d 1 s approved B B B\ne 1 s refused B - B outcome=refused"))
    wrong = next(headline for headline in summary.headlines if headline.treatment == "counted_wrong")
    assert (wrong.micro.assisted, wrong.macro.assisted) == (50.0, 50.0)


def test_no_rows_give_null_and_no_crash(book: Any) -> None:
    record = summarised(book.table("")).to_record()
    assert record["headline"][0]["micro"]["direct"] is None
    assert json.loads(json.dumps(record, allow_nan=False)) == record


verdicts = st.sampled_from(["approved", "observe", "refused", "-"])
answers = st.sampled_from(["A", "B", "X", "-"])
lines = st.lists(
    st.tuples(st.sampled_from("de"), st.sampled_from("st"), verdicts, answers, answers, answers), max_size=12
)


@given(drawn=lines)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_treatments_are_ordered_whatever_the_rows(book: Any, drawn: list[tuple[str, ...]]) -> None:
    text = "\n".join(f"{d} {n} {s} {v} {a} {b} {c}" for n, (d, s, v, a, b, c) in enumerate(drawn))
    table = book.table(text)
    figures = {treatment: micro(treat(table, treatment)) for treatment in Treatment}
    wrong, kept = figures[Treatment.COUNTED_WRONG], figures[Treatment.KEPT]
    assert wrong.rows == kept.rows == figures[Treatment.DIRECT_INSTEAD].rows == len(drawn)
    assert wrong.assisted_correct <= kept.assisted_correct
    assert wrong.assisted_correct == figures[Treatment.DROPPED].assisted_correct
    assert wrong.assisted_correct <= figures[Treatment.DIRECT_INSTEAD].assisted_correct
    assert wrong.direct_correct == kept.direct_correct
