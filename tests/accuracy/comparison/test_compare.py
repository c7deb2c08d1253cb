"""Two packages over the same items: who is right where, what is left out, and a plain recount of all of it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgr_audit.accuracy.comparison import Comparison, Side, compare_tables
from cgr_audit.accuracy.comparison.population import LeftOut
from cgr_audit.accuracy.comparison.tables import comparison_tables
from cgr_audit.accuracy.intervals.estimates import Method, Resampling
from cgr_audit.accuracy.missing import Missing
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.errors import NothingCollectedError, UsageError
from cgr_audit.records.rows import Item, ItemKey, SolverEntry

FEW = Resampling(resamples=50)
OPTIONS = tuple({"id": letter, "text": letter} for letter in "ABC")


def side(book: Any, text: str, **changes: Any) -> Side:
    table = book.table(text)
    keys = {ItemKey(str(row.dataset), str(row.item_id)) for row in table.itertuples()}
    return Side(table, {key: Item(key.item_id, key.dataset, "?", OPTIONS, ("B",), **changes) for key in keys})


def compare(book: Any, first: str, second: str, **arguments: Any) -> Comparison:
    return compare_tables(side(book, first), side(book, second), resampling=FEW, **arguments)


def rows(*assisted: str, solver: str = "s", verdict: str = "approved", direct: str = "A") -> str:
    """Items 1, 2, ... with these assisted answers."""
    return "\n".join(f"d {n} {solver} {verdict} {direct} {answer} C" for n, answer in enumerate(assisted, start=1))


def test_the_same_rows_are_counted_by_who_got_them_right(book: Any) -> None:
    overall = compare(book, rows(*"BBBAA"), rows(*"BAABA")).overall
    assert (overall.rows, overall.both, overall.only_first, overall.only_second, overall.neither) == (5, 1, 2, 1, 1)
    assert (overall.first, overall.second, overall.difference) == (60.0, 40.0, -20.0)
    assert overall.test.exact == 1.0


def test_every_pair_has_its_own_counts_test_and_interval(book: Any) -> None:
    first = rows(*"AAAAAAAAAA") + "\n" + rows(*"BBB", solver="t")
    second = rows(*"BBBBBBBBBA") + "\n" + rows(*"BBA", solver="t")
    one, other = compare(book, first, second).pairs
    assert (one.dataset, one.solver_first, one.solver_second, one.rows, one.only_second) == ("d", "s", "s", 10, 9)
    assert one.test.exact == pytest.approx(2 / 2**9)
    assert one.adjusted == pytest.approx(4 / 2**9)
    assert one.low is not None
    assert one.high is not None
    assert 0 < one.low < one.difference == 90.0 < one.high <= 100
    assert (other.only_first, other.test.exact, other.adjusted) == (1, 1.0, 1.0)


def test_a_package_compared_with_itself_differs_in_nothing(book: Any) -> None:
    text = rows(*"BACBB") + "\n" + rows(*"BBA", solver="t")
    comparison = compare(book, text, text)
    assert comparison.overall.difference == 0.0
    assert {pair.test.exact for pair in comparison.pairs} == {1.0}
    assert {estimate.value for estimate in comparison.estimates if estimate.measure != "closure"} == {0.0}
    assert comparison.population.unpaired == ()


def test_another_solver_is_paired_across_where_each_package_has_one(book: Any) -> None:
    comparison = compare(book, rows(*"AB"), rows(*"BB", solver="t"))
    assert [match.sentence for match in comparison.matches] == [
        "solver s against t",
        "generator g in both",
        "sample 0 in both",
    ]
    (pair,) = comparison.pairs
    assert (pair.solver_first, pair.solver_second, pair.only_second) == ("s", "t", 1)


def test_shared_solvers_are_compared_with_themselves_and_the_others_counted(book: Any) -> None:
    comparison = compare(book, rows(*"AB"), rows(*"BB", solver="t") + "\n" + rows(*"AB"))
    assert comparison.overall.rows == 2
    (left,) = comparison.population.unpaired
    assert (left.package, left.reason, left.rows, left.example) == ("second", "solver", 2, ("d", "1", "t", "g", "0"))


def with_generators(book: Any, *names: str) -> Side:
    one = side(book, rows(*"AB"))
    import pandas as pd

    return Side(pd.concat([one.table.assign(generator=name) for name in names], ignore_index=True), one.items)


def test_what_belongs_together_has_to_be_said_where_it_is_not_plain(book: Any) -> None:
    first, second = with_generators(book, "g", "h"), with_generators(book, "k")
    with pytest.raises(
        UsageError, match=r"share no generator: g, h in the first, k in the second.*--match generator:g=k"
    ):
        compare_tables(first, second, resampling=FEW)
    comparison = compare_tables(first, second, given={"generator": {"h": "k"}}, resampling=FEW)
    assert comparison.matches[1].sentence == "generator h against k"
    assert [(each.reason, each.rows) for each in comparison.population.unpaired] == [("generator", 2)]


@pytest.mark.parametrize(
    ("match", "said"),
    [
        ({"generator": {"x": "k"}}, "no generator 'x' in the first package, but g, h"),
        ({"generator": {"g": "x"}}, "no generator 'x' in the second package, but k"),
        ({"generator": {"g": "k", "h": "k"}}, "'k' of the second package is given twice"),
        ({"item": {"1": "2"}}, "rows are matched by solver, generator, sample"),
    ],
)
def test_a_match_that_cannot_be_is_refused(book: Any, match: dict[str, dict[str, str]], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        compare_tables(with_generators(book, "g", "h"), with_generators(book, "k"), given=match, resampling=FEW)


def test_every_row_without_a_partner_is_counted_under_its_reason(book: Any) -> None:
    first = "d 1 s approved A B B\nd 2 s approved A B B\ne 1 s approved A B B\n"
    first += "d 1 unknown approved A B B\nd 1 t approved A B B"
    second = "d 1 s approved A B B\nd 3 s approved A B B\nd 4 t approved A B B\nd 1 unknown approved A A A"
    population = compare(book, first, second).population
    counted = [(each.package, each.reason.value, each.rows, each.example[:3]) for each in population.unpaired]
    assert counted == [
        ("first", "not_registered", 1, ("d", "1", "unknown")),
        ("first", "dataset", 1, ("e", "1", "s")),
        ("first", "item", 1, ("d", "2", "s")),
        ("first", "solver", 1, ("d", "1", "t")),
        ("second", "not_registered", 1, ("d", "1", "unknown")),
        ("second", "item", 2, ("d", "3", "s")),
    ]
    assert (population.first, population.second, population.paired, population.compared) == (5, 4, 1, 1)


def test_a_row_that_only_one_package_has_is_counted_although_its_values_are_shared(book: Any) -> None:
    first = "d 1 s approved A B B\nd 1 t approved A B B\nd 2 t approved A B B"
    (left,) = compare(book, first, "d 1 s approved A B B\nd 2 t approved A B B").population.unpaired
    assert (left.package, left.reason, left.example[:3]) == ("first", "row", ("d", "1", "t"))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"question": "Why?"}, ("question",)),
        ({"options": OPTIONS[::-1]}, ("options",)),
        ({"correct_ids": ("A",)}, ("gold",)),
        ({"correct_ids": ("A",), "question": "Why?"}, ("question", "gold")),
    ],
)
def test_an_item_that_is_another_in_the_other_package_is_left_out(
    book: Any, change: dict[str, Any], what: tuple[str, ...]
) -> None:
    first, second = side(book, rows(*"AB")), side(book, rows(*"BB"))
    values = {"question": "?", "options": OPTIONS, "correct_ids": ("B",)} | change
    items = {**second.items, ItemKey("d", "2"): Item("2", "d", **values)}
    comparison = compare_tables(first, Side(second.table, items), resampling=FEW)
    assert comparison.overall.rows == 1
    assert [(item.dataset, item.item_id, item.what) for item in comparison.differing_items] == [("d", "2", what)]
    assert [(each.package, each.reason.value, each.rows) for each in comparison.population.unpaired] == [
        ("first", "item_differs", 1), ("second", "item_differs", 1),
    ]  # fmt: skip


@pytest.mark.parametrize(("number", "named", "said"), [(10, 10, ""), (12, 10, " The first 10 are named here;")])
def test_of_many_items_that_are_others_the_first_ten_are_named_and_all_are_counted(
    book: Any, number: int, named: int, said: str
) -> None:
    first, second = side(book, rows(*"A" * (number + 1))), side(book, rows(*"B" * (number + 1)))
    items = {
        key: Item(key.item_id, key.dataset, "?" if key.item_id == "1" else "Why?", OPTIONS, ("B",))
        for key in second.items
    }
    comparison = compare_tables(first, Side(second.table, items), resampling=FEW)
    table = next(one for one in comparison_tables(comparison, "a", "b") if one.name == "differing-items")
    assert len(comparison.differing_items) == number
    assert [record["item_id"] for record in table.records] == [
        item.item_id for item in comparison.differing_items[:named]
    ]
    assert table.note.startswith(f"{number} items with the same id and not the same content: not compared.{said}")
    assert ("are named here" in table.note) is bool(said)


def test_a_question_that_was_left_out_makes_no_other_item_but_is_counted(book: Any) -> None:
    first, second = side(book, rows(*"AB")), side(book, rows(*"BB"))
    items = {key: Item(key.item_id, key.dataset, None, OPTIONS, ("B",)) for key in second.items}
    population = compare_tables(first, Side(second.table, items), resampling=FEW).population
    assert (population.compared, population.items_without_question) == (2, 2)


def test_failures_of_the_harness_in_either_are_left_out_and_never_wrong(book: Any) -> None:
    first = "d 1 s approved A B B outcome=host_failure\nd 2 s approved A B B\nd 3 s approved A B B outcome=host_failure"
    second = "d 1 s approved A B B\nd 2 s approved A B B\nd 3 s approved A B B outcome=host_failure"
    comparison = compare(book, first, second)
    assert comparison.population.harness_failures == LeftOut(2, 1, 2)
    assert (comparison.overall.rows, comparison.overall.both) == (1, 1)


def test_answers_are_told_apart_by_why_they_are_none(book: Any) -> None:
    second = (
        "d 1 s approved A B B\nd 2 s approved A X B\nd 3 s approved A - B\nd 4 s refused A - B outcome=refused\n"
        "d 5 s observe A - B outcome=not_run\nd 6 s approved A D B"
    )
    answers = compare(book, rows(*"BBBBBB"), second).answers
    assert answers[0]["answered"] == 6
    assert answers[1] == {
        "package": "second", "rows": 6, "answered": 1, "extraction_failed": 1, "no_option": 1, "missing": 1,
        "harness_failure": 0, "refused": 1, "not_run": 1,
    }  # fmt: skip


def test_missing_answers_count_as_wrong_or_are_left_out_of_both(book: Any) -> None:
    first, second = rows(*"BBBB"), rows(*"B-XB")
    wrong = compare(book, first, second)
    assert (wrong.overall.rows, wrong.overall.only_first, wrong.missing) == (4, 2, Missing.WRONG)
    left_out = compare(book, first, second, missing=Missing.LEFT_OUT)
    assert (left_out.overall.rows, left_out.overall.only_first) == (3, 1)
    assert left_out.population.missing == LeftOut(0, 1, 1)


MIXED = (
    "d 1 s approved B B B\nd 2 s observe B A B\nd 3 s refused B - B outcome=refused recorded=B\nd 4 s approved A B B"
)


def test_a_treatment_applies_to_each_package_by_its_own_verdicts(book: Any) -> None:
    second = rows(*"BBBB")
    kept = compare(book, MIXED, second)
    assert (kept.overall.both, kept.overall.only_second) == (3, 1)
    wrong = compare(book, MIXED, second, treatment=Treatment.COUNTED_WRONG)
    assert (wrong.overall.both, wrong.overall.only_second) == (2, 2)
    direct = compare(book, MIXED, second, treatment=Treatment.DIRECT_INSTEAD)
    assert (direct.overall.both, direct.overall.only_second) == (4, 0)
    dropped = compare(book, MIXED, second, treatment=Treatment.DROPPED)
    assert dropped.overall.rows == 2
    assert dropped.population.not_approved == LeftOut(2, 0, 2)


def test_refused_rows_without_a_recorded_answer_are_counted_where_they_can_only_be_wrong(book: Any) -> None:
    first = rows(*"BBBB")
    second = MIXED + "\nd 5 s refused B - B outcome=refused"
    first += "\nd 5 s approved A B B"
    assert compare(book, first, second).population.unrecorded == LeftOut(0, 1, 1)
    wrong = compare(book, first, second, treatment=Treatment.COUNTED_WRONG)
    assert wrong.population.unrecorded == LeftOut(0, 0, 0)


def test_a_package_whose_programs_were_all_refused_can_be_compared(book: Any) -> None:
    second = "\n".join(f"d {n} s refused A - B outcome=refused" for n in (1, 2))
    overall = compare(book, rows(*"BB"), second).overall
    assert (overall.first, overall.second) == (100.0, 0.0)


def test_a_treatment_needs_verdicts_in_both(book: Any) -> None:
    with pytest.raises(UsageError, match="the second package has no verdicts"):
        compare(book, MIXED, rows(*"BBBB", verdict="-"), treatment=Treatment.DROPPED)
    assert compare(book, MIXED, rows(*"BBBB", verdict="-")).transitions == ()


def test_verdicts_are_followed_from_one_package_to_the_other(book: Any) -> None:
    second = rows(*"BB", verdict="observe") + "\nd 3 s approved A B B\nd 4 s - A A B"
    shown = [
        (each.first, each.second, each.rows, each.only_first, each.only_second)
        for each in compare(book, MIXED, second).transitions
    ]
    assert shown == [
        ("approved", "not judged", 1, 1, 0), ("approved", "observe", 1, 0, 0),
        ("observe", "observe", 1, 0, 1), ("refused", "approved", 1, 0, 0),
    ]  # fmt: skip


def test_calls_are_compared_on_rows_that_know_them_in_both(book: Any) -> None:
    spent = compare(
        book,
        "d 1 s approved A B B calls=2\nd 2 s approved A B B calls=4",
        "d 1 s approved A B B calls=9\nd 2 s approved A B B calls=5",
    ).calls
    assert [(each.channel, each.rows, each.first, each.second, each.difference) for each in spent] == [
        ("direct", 2, 1.0, 1.0, 0.0), ("assisted", 2, 3.0, 7.0, 4.0),
    ]  # fmt: skip


def test_a_channel_that_a_package_lacks_is_refused_and_another_named(book: Any) -> None:
    with pytest.raises(
        UsageError, match="the first package has no direct answer in the rows that both have; --channel assisted"
    ):
        compare(book, rows(*"AB", direct="-"), rows(*"AB"), channel="direct")
    gains = [
        each.value for each in compare(book, rows(*"AB", direct="-"), rows(*"AB")).estimates if each.measure == "gain"
    ]
    assert gains == [None, None]


def test_the_difference_of_gains_is_that_of_both_channels(book: Any) -> None:
    first = "d 1 s approved B B B\nd 2 s approved A B B\ne 1 s approved A A B"
    second = "d 1 s approved B A B\nd 2 s approved B B B\ne 1 s approved A B B"
    by_name = {(each.average, each.measure): each.value for each in compare(book, first, second).estimates}
    assert by_name["micro", "gain"] == pytest.approx((2 - 2) / 3 * 100 - (2 - 1) / 3 * 100)
    assert by_name["macro", "gain"] == pytest.approx((-25 + 50) - 25)


def test_nothing_in_common_is_said_with_the_reason(book: Any) -> None:
    with pytest.raises(NothingCollectedError, match="in the first package 2 rows: no row about the item in the other"):
        compare(book, rows(*"AB"), "d 9 s approved A B B")
    with pytest.raises(NothingCollectedError, match="the first package has no rows"):
        compare(book, "", rows(*"AB"))
    with pytest.raises(
        NothingCollectedError, match=r"all 1 rows with a partner are left out \(the harness failed: 1\)"
    ):
        compare(book, "d 1 s approved A B B outcome=host_failure", rows("B"))


def test_rows_of_one_item_count_once_in_the_clustered_test(book: Any) -> None:
    first = "\n".join(rows(*"AAA", solver=name) for name in "st")
    second = "\n".join(rows(*"BBB", solver=name) for name in "st")
    overall = compare(book, first, second).overall
    assert (overall.rows, overall.items, overall.test.only_second) == (6, 3, 6)
    assert overall.clustered.items == 3
    assert overall.clustered.statistic == pytest.approx(3**0.5)


answers = st.sampled_from("ABX-")
lines = st.lists(
    st.tuples(st.sampled_from("de"), st.integers(1, 5), st.sampled_from("st"), answers, st.booleans()),
    max_size=14,
    unique_by=lambda line: line[:3],
)


def text_of(drawn: list[tuple[Any, ...]]) -> str:
    return "\n".join(
        f"{dataset} {item} {solver} approved A {answer} B" + (" outcome=host_failure" if failed else "")
        for dataset, item, solver, answer, failed in drawn
    )


@given(one=lines, other=lines)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_every_row_is_compared_or_counted_and_every_count_is_that_of_a_recount(book: Any, one: Any, other: Any) -> None:
    both_solvers = [("z", 1, "s", "B", False), ("z", 1, "t", "B", False)]
    one, other = one + both_solvers, other + both_solvers
    rows_one, rows_other = ({line[:3]: line[3:] for line in drawn} for drawn in (one, other))
    common = sorted(rows_one.keys() & rows_other.keys())
    whole = [key for key in common if not (rows_one[key][1] or rows_other[key][1])]
    comparison = compare(book, text_of(one), text_of(other), methods=())
    counts: Counter[tuple[bool, bool]] = Counter((rows_one[key][0] == "B", rows_other[key][0] == "B") for key in whole)
    overall, population = comparison.overall, comparison.population
    assert (overall.both, overall.only_first, overall.only_second, overall.neither) == (
        counts[True, True], counts[True, False], counts[False, True], counts[False, False],
    )  # fmt: skip
    for package, drawn in (("first", one), ("second", other)):
        without = sum(each.rows for each in population.unpaired if each.package == package)
        assert without + population.paired == len(drawn)
    assert population.paired == len(common)
    assert population.paired - population.harness_failures.either == population.compared == len(whole)
    assert sum(pair.rows for pair in comparison.pairs) == len(whole)


@given(one=lines, other=lines)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_swapping_the_packages_turns_differences_round_and_keeps_p_values(book: Any, one: Any, other: Any) -> None:
    try:
        there = compare(book, text_of(one), text_of(other), methods=(Method.PAIRS,))
    except (NothingCollectedError, UsageError):
        return
    back = compare(book, text_of(other), text_of(one), methods=(Method.PAIRS,))
    for pair, swapped in zip((there.overall, *there.pairs), (back.overall, *back.pairs), strict=True):
        assert (pair.only_first, pair.both, pair.neither) == (swapped.only_second, swapped.both, swapped.neither)
        assert pair.difference == pytest.approx(-swapped.difference)
        assert (pair.test.exact, pair.test.mid_p, pair.test.corrected, pair.adjusted) == (
            swapped.test.exact, swapped.test.mid_p, swapped.test.corrected, swapped.adjusted,
        )  # fmt: skip
        assert (pair.low is None) == (swapped.high is None)
        if pair.low is not None:
            assert pair.low == pytest.approx(-swapped.high)
    for estimate, swapped in zip(there.estimates, back.estimates, strict=True):
        assert (estimate.value is None) == (swapped.value is None)
        if estimate.value is not None:
            assert estimate.value == pytest.approx(-swapped.value)
    record = there.to_record()
    assert json.loads(json.dumps(record, allow_nan=False)) == record


def test_fewer_than_ten_rows_get_counts_and_tests_and_no_percentage(book: Any) -> None:
    record = compare(book, rows(*"AAAAAAAAA"), rows(*"BBBBBBBBB")).to_record()
    overall = record["overall"]
    assert (overall["rows"], overall["only_second"], overall["too_few"]) == (9, 9, True)
    assert [overall[name] for name in ("first", "second", "difference", "low", "high")] == [None] * 5
    assert overall["test"]["exact"] == pytest.approx(2 / 2**9, abs=1e-6)
    assert {each["value"] for each in record["differences"]} == {None}
    assert {each["low"] for line in record["differences"] for each in line["intervals"]} == {None}
    assert compare(book, rows(*"AAAAAAAAAA"), rows(*"BBBBBBBBBB")).to_record()["overall"]["difference"] == 100.0


def test_the_bootstrap_over_pairs_is_that_of_scipy_over_paired_accuracies(book: Any) -> None:
    import numpy as np
    from scipy import stats

    draw = np.random.default_rng(3)
    texts, accuracies = [], []
    for text_letters in (draw.choice(list("AB"), size=(12, 8), p=p) for p in ((0.6, 0.4), (0.35, 0.65))):
        texts.append(
            "\n".join(
                rows(*letters, solver=f"s{n % 3}").replace("d ", f"d{n // 3} ")
                for n, letters in enumerate(text_letters)
            )
        )
        accuracies.append((text_letters == "B").mean(axis=1) * 100)
    solvers = {f"s{n}": SolverEntry(registered=True) for n in range(3)}
    sides = [Side(book.table(text, solvers=solvers), side(book, text).items) for text in texts]
    comparison = compare_tables(sides[0], sides[1], resampling=Resampling(resamples=20_000), methods=(Method.PAIRS,))
    (interval,) = next(
        each for each in comparison.estimates if (each.average, each.measure) == ("macro", "assisted")
    ).intervals
    expected = stats.bootstrap(
        accuracies, lambda first, second, axis: (second - first).mean(axis=axis),
        paired=True, method="percentile", n_resamples=20_000, rng=np.random.default_rng(4),
    ).confidence_interval  # fmt: skip
    assert (interval.low, interval.high) == pytest.approx(tuple(expected), abs=0.7)
