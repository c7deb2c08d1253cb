from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgr_audit.accuracy.aggregates import macro, micro
from cgr_audit.accuracy.partitions import pairs_above, zero_baseline_pairs
from cgr_audit.accuracy.summary import summarise
from cgr_audit.accuracy.tables import headline_table
from cgr_audit.accuracy.treatments import Treatment, treat

ROWS = """
d 1 s approved B B B
d 2 s approved A B B
d 3 s observe  A B B
d 4 s refused  B -  B outcome=refused recorded=B
d 5 s refused  A -  A outcome=refused recorded=C
e 1 s approved A A B
e 2 s observe  A C B
"""


NEVER = {"harness_failure": 0, "refused": 0, "not_run": 0}


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
    summary = summarise(table, {}, 10)
    assert summary.population.total == 3
    assert summary.population.counted == 1
    assert summary.population.excluded_solvers == {"unknown": 1}
    assert summary.population.incomplete == 1
    assert summary.headlines[0].micro.rows == 1


def test_without_verdicts_only_kept_can_be_said(book: Any) -> None:
    summary = summarise(book.table("d 1 s - A B B"), {}, None)
    assert not summary.population.judged
    assert [headline.treatment for headline in summary.headlines] == [Treatment.KEPT]


def test_calls_are_summed_up_per_row_and_per_attempt(book: Any) -> None:
    table = book.table("d 1 s approved A B B calls=12\nd 2 s approved A B B calls=0")
    key = next(iter(table[["dataset", "item_id", "solver", "generator", "sample"]].itertuples(index=False, name=None)))
    summary = summarise(table, {(key, "assisted"): (12,), (key, "direct"): (1,)}, 10)
    assisted_rows, assisted_attempts = (line for line in summary.budgets if line["channel"] == "assisted")
    assert assisted_rows["mean"] == 6.0
    assert assisted_rows["max"] == 12
    assert assisted_attempts["count"] == 2
    assert assisted_attempts["p95"] == pytest.approx(11.4)
    assert (assisted_attempts["above_budget"], assisted_attempts["above_budget_percent"]) == (1, 50.0)


def test_answers_that_cannot_be_right_are_counted_apart(book: Any) -> None:
    summary = summarise(book.table("d 1 s approved X D -\nd 2 s approved B B B"), {}, None)
    assert summary.answers == [
        {"channel": "direct", "rows": 2, "answered": 1, "extraction_failed": 1, "no_option": 0, "missing": 0, **NEVER},
        {
            "channel": "assisted",
            "rows": 2,
            "answered": 1,
            "extraction_failed": 0,
            "no_option": 1,
            "missing": 0,
            **NEVER,
        },
        {
            "channel": "generator",
            "rows": 2,
            "answered": 1,
            "extraction_failed": 0,
            "no_option": 0,
            "missing": 1,
            **NEVER,
        },
    ]


def test_findings_are_counted_by_rule_dataset_and_solver(book: Any) -> None:
    findings = [{"program_id": "g/d/1.0.py", "code": "CGR201"}, {"program_id": "g/d/2.0.py", "code": "CGR201"}]
    text = "d 1 s observe A A A\nd 1 t observe A A A\nd 2 s observe A A A"
    assert summarise(book.table(text, findings=findings), {}, None).rules == [
        {"code": "CGR201", "dataset": "d", "solver": "s", "programs": 2, "rows": 2},
        {"code": "CGR201", "dataset": "d", "solver": "t", "programs": 1, "rows": 1},
    ]


def test_a_channel_without_any_answer_has_no_accuracy_rather_than_none_right(book: Any) -> None:
    summary = summarise(book.table("d 1 s approved - B -\nd 2 s observe - A -"), {}, None)
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
    summary = summarise(book.table("d 1 s approved B B B\ne 1 s refused B - B outcome=refused"), {}, None)
    wrong = next(headline for headline in summary.headlines if headline.treatment == "counted_wrong")
    assert (wrong.micro.assisted, wrong.macro.assisted) == (50.0, 50.0)


def test_no_rows_give_null_and_no_crash(book: Any) -> None:
    record = summarise(book.table(""), {}, 10).to_record()
    assert record["headline"][0]["micro"]["direct"] is None
    assert json.loads(json.dumps(record, allow_nan=False)) == record


verdicts = st.sampled_from(["approved", "observe", "refused", "-"])
answers = st.sampled_from(["A", "B", "X", "-"])
lines = st.lists(
    st.tuples(st.sampled_from("de"), st.sampled_from("st"), verdicts, answers, answers, answers), max_size=12
)


@given(drawn=lines)
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
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
