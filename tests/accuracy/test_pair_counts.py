from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgr_audit.accuracy.aggregates import macro, micro
from cgr_audit.accuracy.pair_counts import as_pair_counts, pair_counts
from cgr_audit.accuracy.partitions import THRESHOLDS, pairs_above, zero_baseline_pairs


def counts(*lines: tuple[str, str, int, int, int, int]) -> pd.DataFrame:
    return pd.DataFrame(lines, columns=["dataset", "solver", "rows", "direct", "assisted", "generator"])


def test_each_pair_has_its_rows_and_its_right_answers_by_channel(book: Any) -> None:
    table = book.table("e 1 s approved B B B\nd 1 t approved A B B\nd 1 s approved B - B\nd 2 s approved A B A")
    assert pair_counts(table).to_numpy().tolist() == [
        ["d", "s", 2, 1, 1, 1], ["d", "t", 1, 0, 1, 1], ["e", "s", 1, 1, 1, 1],
    ]  # fmt: skip


def test_a_channel_that_is_null_in_every_row_is_null_in_every_pair(book: Any) -> None:
    table = book.table("d 1 s approved B B B\ne 1 s approved A B B").assign(direct_correct=pd.NA)
    assert pair_counts(table)["direct"].isna().tolist() == [True, True]
    assert micro(table).direct is None
    assert micro(table).assisted == 100.0
    assert (macro(table).direct, macro(table).gain, macro(table).closure) == (None, None, None)


def test_a_row_whose_answer_is_null_beside_others_has_none_right(book: Any) -> None:
    table = book.table("d 1 s approved B B B\ne 1 s approved B B B")
    table.loc[1, "direct_correct"] = pd.NA
    assert pair_counts(table)["direct"].tolist() == [1, 0]


def test_no_rows_make_no_pairs(book: Any) -> None:
    table = book.table("")
    assert len(pair_counts(table)) == 0
    assert micro(table).rows == macro(table).pairs == 0
    assert (micro(table).direct, macro(table).direct) == (None, None)
    assert zero_baseline_pairs(table) == []
    assert pairs_above(table, 0).empty


def test_names_come_sorted_however_they_are_stored(book: Any) -> None:
    table = book.table("d 1 s approved B B B\ne 1 s approved A B B")
    table["dataset"] = pd.Categorical(table["dataset"].tolist(), ["z", "e", "d"])
    assert pair_counts(table)["dataset"].tolist() == ["d", "e"]


def test_pair_counts_stay_as_they_are() -> None:
    given_counts = counts(("d", "s", 3, 1, 2, 3))
    assert as_pair_counts(given_counts) is given_counts


def test_counts_give_the_papers_micro_closure() -> None:
    """20,498 rows at 23.27, 62.41 and 79.19 percent close 69.99 percent of the gap."""
    figures = micro(counts(("d", "s", 10_000, 2_000, 6_000, 8_000), ("e", "t", 10_498, 2_770, 6_793, 8_232)))
    assert (figures.rows, figures.direct_correct, figures.assisted_correct) == (20_498, 4_770, 12_793)
    assert [round(value or 0, 2) for value in (figures.direct, figures.assisted, figures.generator)] == [
        23.27, 62.41, 79.19,
    ]  # fmt: skip
    assert figures.closure == pytest.approx(100 * (12_793 - 4_770) / (16_232 - 4_770), rel=1e-12)
    assert figures.closure == pytest.approx(69.99, abs=0.01)


def test_the_macro_gap_is_exact_so_that_closure_over_nothing_is_undefined() -> None:
    """In floating point these three means of equal pairs differ in the last place."""
    thirds = counts(("a", "s", 3, 1, 3, 2), ("b", "s", 7, 3, 7, 3), ("c", "s", 3, 2, 3, 1), ("d", "s", 10, 1, 10, 1))
    assert macro(thirds).closure is None
    assert macro(thirds).direct == macro(thirds).generator


def test_three_of_ten_is_not_above_thirty_percent() -> None:
    """100 * 0.3 is 30.000000000000004 in some orders of computing; whole numbers do not care."""
    given_counts = counts(("d", "s", 10, 3, 5, 8), ("d", "t", 1000, 301, 5, 8), ("e", "s", 1000, 300, 5, 8))
    assert pairs_above(given_counts, 30)["rows"].tolist() == [1000]
    assert pairs_above(given_counts, 30.0)["direct"].tolist() == [301]


@pytest.mark.parametrize("threshold", [*THRESHOLDS, 0.1, 29.9, 33.3])
def test_a_gate_means_the_decimal_that_it_is_written_as(threshold: float) -> None:
    tenths = round(threshold * 10)
    at, above = counts(("d", "s", 1000, tenths, 0, 0)), counts(("d", "s", 1000, tenths + 1, 0, 0))
    assert pairs_above(at, threshold).empty
    assert len(pairs_above(above, threshold)) == 1


def test_zero_baseline_pairs_are_named_in_order() -> None:
    given_counts = counts(("d", "s", 9, 0, 1, 1), ("d", "t", 9, 1, 1, 1), ("e", "s", 9, 0, 0, 0))
    assert zero_baseline_pairs(given_counts) == [("d", "s"), ("e", "s")]


lines = st.lists(
    st.tuples(st.sampled_from("de"), st.sampled_from("st"), *[st.sampled_from("AB-")] * 3), min_size=1, max_size=12
)


@given(drawn=lines, threshold=st.sampled_from(THRESHOLDS))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_rows_and_counts_of_pairs_say_the_same(book: Any, drawn: list[tuple[str, ...]], threshold: float) -> None:
    table = book.table("\n".join(f"{d} {n} {s} approved {a} {b} {c}" for n, (d, s, a, b, c) in enumerate(drawn)))
    assert micro(table) == micro(pair_counts(table))
    assert macro(table) == macro(pair_counts(table))
    assert zero_baseline_pairs(table) == zero_baseline_pairs(pair_counts(table))
    above = pairs_above(table, threshold)
    kept = pairs_above(pair_counts(table), threshold)
    assert pair_counts(above)["rows"].tolist() == kept["rows"].tolist()
    by_hand: dict[tuple[str, str], list[int]] = {}
    for dataset, solver, direct, _, _ in drawn:
        by_hand.setdefault((dataset, solver), []).append(int(direct == "B"))
    expected = sorted(pair for pair, right in by_hand.items() if 100 * sum(right) > threshold * len(right))
    assert [tuple(pair) for pair in kept[["dataset", "solver"]].to_numpy().tolist()] == expected
