"""Splits by what programs did: violations, calls, provenance, overlap; each against a recount by hand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgr_audit.accuracy.intervals.estimates import Method, Resampling
from cgr_audit.accuracy.settings import Settings
from cgr_audit.accuracy.splits.budgets import ATTEMPT, attempts_of, calls_by_attempt
from cgr_audit.accuracy.summary import AccuracySummary, summarise
from cgr_audit.records.package import open_package
from cgr_audit.records.rows import CallRow

QUICK = Settings(resampling=Resampling(50), budget=3)


def summarised(table: pd.DataFrame, calls: Iterable[CallRow] = ()) -> AccuracySummary:
    return summarise(table, calls_by_attempt(calls), QUICK)


def many(count: int, line: str, start: int = 0, dataset: str = "d") -> str:
    return "\n".join(f"{dataset} {number} s {line}" for number in range(start, start + count))


def found(code: str, numbers: Iterable[int], dataset: str = "d") -> list[dict[str, str]]:
    return [{"program_id": f"g/{dataset}/{number}.0.py", "code": code} for number in numbers]


def test_rows_with_a_finding_stand_against_rows_without(book: Any) -> None:
    text = "\n".join([many(12, "observe B A B"), many(8, "approved A A B", 12), many(12, "approved A B B", 20)])
    (violation,) = summarised(book.table(text, findings=found("CGR201", range(12)))).violations
    carried, others = violation.with_finding, violation.without
    assert (carried.programs, carried.figures["rows"], carried.figures["gain"]) == (12, 12, -100.0)
    assert (others.programs, others.figures["rows"], others.figures["gain"]) == (20, 20, 60.0)
    values = {estimate.measure: estimate.value for estimate in violation.difference}
    assert values == pytest.approx({"direct": 100.0, "assisted": -60.0, "gain": -160.0})
    assert [interval.method for interval in violation.difference[0].intervals] == [
        Method.PAIRS, Method.DATASETS, Method.SOLVERS, Method.TWO_WAY, Method.CROSSED,
    ]  # fmt: skip
    assert {interval.refused for interval in violation.difference[0].intervals} >= {"1 pair: fewer than 3"}


@pytest.mark.parametrize(("rows", "few"), [(9, True), (10, False)])
def test_fewer_than_ten_rows_say_so_instead_of_a_percentage(book: Any, rows: int, few: bool) -> None:
    text = "\n".join([many(rows, "observe A B B"), many(10, "approved A B B", rows)])
    (violation,) = summarised(book.table(text, findings=found("CGR201", range(rows)))).violations
    figures = violation.with_finding.figures
    assert (figures["too_few"], figures["assisted"]) == (few, None if few else 100.0)
    assert (figures["rows"], figures["assisted_correct"]) == (rows, rows)
    assert (violation.difference == ()) is few
    assert (violation.with_finding.estimates == ()) is few


def test_a_row_counts_in_every_rule_that_its_program_breaks(book: Any) -> None:
    findings = [*found("CGR201", range(3)), *found("CGR301", range(1, 5))]
    violations = summarised(book.table(many(6, "observe A B B"), findings=findings)).violations
    counts = [
        (one.code, one.with_finding.figures["rows"], one.without.figures["rows"], one.with_finding.programs)
        for one in violations
    ]
    assert counts == [("CGR201", 3, 3, 3), ("CGR301", 4, 2, 4)]


def test_gain_by_calls_has_fixed_bins_and_leaves_unexecuted_rows_out(book: Any) -> None:
    text = "\n".join(
        [
            many(10, "approved A B B calls=2"),
            many(3, "approved A B B calls=5", 10),
            many(1, "approved A B B calls=51", 13),
            many(4, "refused A - B outcome=refused calls=0", 14),
        ]
    )
    bins = summarised(book.table(text)).calls_spent
    shown = [(line["calls_from"], line["calls_to"], line["rows"], line["gain"]) for line in bins]
    assert shown == [(2, 2, 10, 100.0), (4, 5, 3, None), (51, None, 1, None)]


def test_the_fallback_share_is_of_right_answers_with_a_provenance(book: Any) -> None:
    table = book.table(many(20, "approved A B B"))
    kinds = ["solver"] * 6 + ["fallback"] * 3 + ["literal", "item", "generator"] + ["undetermined"] * 4 + [None] * 4
    table["executed_provenance"] = pd.array(kinds, dtype="string")
    table.loc[0, "assisted_correct"] = False
    summary = summarised(table)
    assert summary.fallback_share == {
        "treatment": "kept", "rows": 15, "pairs": 1, "not_the_solvers": 6, "undetermined": 4, "percent": 40.0,
        "percent_at_most": pytest.approx(200 / 3, abs=1e-6), "too_few": False,
    }  # fmt: skip
    counts = {line["provenance"]: (line["rows"], line["correct"]) for line in summary.executed_provenance}
    assert counts["solver"] == (6, 5)
    assert counts[None] == (4, 4)


def test_attempts_count_only_where_they_are_known(book: Any) -> None:
    """1: calls add up, and one attempt was silent; 2: one attempt; 3: calls are not all recorded."""
    table = book.table("d 1 s approved A B B calls=5\nd 2 s approved A B B calls=2\nd 3 s approved A B B calls=9")
    table["attempts"] = pd.array([3, 1, 2], dtype="Int64")
    numbered = {("1", 1): 4, ("1", 3): 1, ("3", 1): 4}
    calls = [
        CallRow("d", item, "s", "g", 0, "assisted", attempt, place, "?", None, "B")
        for (item, attempt), count in numbered.items()
        for place in range(count)
    ]
    attempts = summarised(table, calls).budgets[-1]
    assert (attempts["channel"], attempts["per"], attempts["count"]) == ("assisted", "attempt", 4)
    assert (attempts["mean"], attempts["max"], attempts["above_budget"]) == (1.75, 4, 1)
    histogram = [line for line in summarised(table, calls).calls_histogram if line["per"] == "attempt"]
    assert [(line["calls"], line["count"]) for line in histogram] == [(0, 1), (1, 1), (2, 1), (4, 1)]


answers = st.sampled_from("ABX-")
lines = st.lists(st.tuples(st.sampled_from("de"), st.sampled_from("st"), answers, answers, answers), max_size=30)


@given(drawn=lines)
@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_overlap_and_groups_add_up_to_a_recount(book: Any, drawn: list[tuple[str, ...]]) -> None:
    text = "\n".join(f"{d} {number} {s} approved {a} {b} {c}" for number, (d, s, a, b, c) in enumerate(drawn))
    summary = summarised(book.table(text))
    kept = [line for line in summary.overlap if (line["treatment"], line["partition"]) == ("kept", "all")]
    assert sum(line["rows"] for line in kept) == len(drawn)
    absent = summary.population.absent
    for line in kept:
        right = [line[channel] for channel in ("direct", "assisted", "generator")]
        same = [
            all(wanted is None or (given_ == "B") == wanted for wanted, given_ in zip(right, row[2:], strict=True))
            for row in drawn
        ]
        assert line["rows"] == sum(same)
    for record in summary.by_pair:
        rows = [row for row in drawn if row[:2] == (record["dataset"], record["solver"])]
        assert record["rows"] == len(rows)
        for place, channel in enumerate(("direct", "assisted", "generator"), start=2):
            expected = None if channel in absent else sum(row[place] == "B" for row in rows)
            assert record[f"{channel}_correct"] == expected
            assert record["answers"][channel]["missing"] == sum(row[place] == "-" for row in rows)
    lost = {(line["dataset"], line["solver"]) for line in summary.regressions if line["treatment"] == "kept"}
    assert lost == {
        (record["dataset"], record["solver"])
        for record in summary.by_pair
        if not {"direct", "assisted"} & set(absent) and record["assisted_correct"] < record["direct_correct"]
    }


def test_the_calls_of_a_package_are_counted_as_one_by_one() -> None:
    package = open_package(Path(__file__).parents[2] / "corpus/demo")
    keys = list(ATTEMPT[:7])
    by_blocks, one_by_one = (
        found.sort_values(keys, ignore_index=True)
        for found in (attempts_of(package), calls_by_attempt(package.calls()))
    )
    pd.testing.assert_frame_equal(by_blocks, one_by_one)
    assert by_blocks["calls"].sum() == sum(1 for _ in package.calls())
