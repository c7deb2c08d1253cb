from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgr_audit.accuracy.aggregates import macro, micro
from cgr_audit.accuracy.intervals.estimates import Drawn, Estimate, Interval, Method, Resampling, differences, estimates
from cgr_audit.accuracy.intervals.measure_sums import FIGURES
from cgr_audit.accuracy.pair_counts import pair_counts, pairs_of

QUICK = Resampling(resamples=300)
BOOTSTRAPS = [method for method in Method if method.is_bootstrap]


def counts(*lines: tuple[str, str, int, int | None, int, int | None]) -> pd.DataFrame:
    frame = pd.DataFrame(lines, columns=["dataset", "solver", "rows", "direct", "assisted", "generator"])
    return frame.astype(dict.fromkeys(frame.columns[2:], "Int64"))


def rows_of(pairs: pd.DataFrame) -> pd.DataFrame:
    """A rows table with these counts; right answers come first in each pair."""
    lines = []
    for pair in pairs.itertuples(index=False):
        for item in range(pair.rows):
            right = [
                pd.NA if known is pd.NA else item < known for known in (pair.direct, pair.assisted, pair.generator)
            ]
            lines.append((pair.dataset, f"{item}", pair.solver, *right))
    names = ["dataset", "item_id", "solver", "direct_correct", "assisted_correct", "generator_correct"]
    return pd.DataFrame(lines, columns=names)


def figure(found: tuple[Estimate, ...], average: str, measure: str) -> Estimate:
    return next(each for each in found if (each.average, each.measure) == (average, measure))


def interval(found: tuple[Estimate, ...], average: str, measure: str, method: Method) -> Interval:
    return figure(found, average, measure).interval(method)


GRID = counts(*(
    (f"d{d}", f"s{s}", 20 + d, 2 + d + s, 10 + (3 * d + 5 * s) % 7, 17 + d % 3) for d in range(5) for s in range(4)
))  # fmt: skip


ONE_DATASET = ["1 dataset: fewer than 3"] * 2


def test_every_average_and_measure_comes_with_every_method_in_order() -> None:
    found = estimates(GRID, QUICK)
    assert [(each.average, each.measure) for each in found] == list(FIGURES)
    assert all([each.method for each in estimate.intervals] == list(Method) for estimate in found)
    some = estimates(GRID, QUICK, [Method.SOLVERS, Method.PAIRS])
    assert [each.method for each in some[0].intervals] == [Method.SOLVERS, Method.PAIRS]


def test_values_are_those_of_the_averages() -> None:
    found = estimates(GRID, QUICK, [Method.PAIRS])
    for average, figures in (("micro", micro(GRID)), ("macro", macro(GRID))):
        for measure in ("direct", "assisted", "generator", "gain", "closure"):
            assert figure(found, average, measure).value == getattr(figures, measure)


def test_which_other_methods_are_asked_for_changes_no_interval() -> None:
    everything = estimates(rows_of(GRID), QUICK)
    for method in Method:
        alone = estimates(rows_of(GRID), QUICK, [method])
        assert [each.intervals[0] for each in alone] == [each.interval(method) for each in everything]


def test_rows_and_their_pair_counts_give_the_same_bootstraps() -> None:
    assert estimates(rows_of(GRID), QUICK, BOOTSTRAPS) == estimates(pair_counts(rows_of(GRID)), QUICK, BOOTSTRAPS)


@pytest.mark.parametrize(
    ("datasets", "solvers", "refusals"),
    [
        (1, 1, ["1 pair: fewer than 3", "1 dataset: fewer than 3", "1 solver: fewer than 3", *ONE_DATASET]),
        (2, 1, ["2 pairs: fewer than 3", "2 datasets: fewer than 3", *["1 solver: fewer than 3"] * 3]),
        (1, 3, [None, "1 dataset: fewer than 3", None, *ONE_DATASET]),
        (3, 2, [None, None, "2 solvers: fewer than 3", *["2 solvers: fewer than 3"] * 2]),
        (3, 3, [None] * 5),
    ],
)  # fmt: skip
def test_fewer_than_three_units_are_refused_with_their_number(
    datasets: int, solvers: int, refusals: list[str | None]
) -> None:
    lines = [(f"d{d}", f"s{s}", 10, d + s, 6, 8) for d in range(datasets) for s in range(solvers)]
    gain = figure(estimates(counts(*lines), QUICK, [*BOOTSTRAPS, Method.CROSSED]), "macro", "gain")
    assert [each.refused for each in gain.intervals] == refusals
    assert [each.low is None for each in gain.intervals] == [reason is not None for reason in refusals]
    assert [each.units for each in gain.intervals] == [
        datasets * solvers, datasets, solvers, min(datasets, solvers), min(datasets, solvers),
    ]  # fmt: skip


def test_fewer_than_ten_units_are_noted_and_of_two_kinds_both_are_named() -> None:
    lines = [(f"d{d:02}", f"s{s}", 10, d * s % 4, 6, 8) for d in range(12) for s in range(4)]
    gain = figure(estimates(counts(*lines), QUICK, [*BOOTSTRAPS, Method.CROSSED]), "macro", "gain")
    both = "12 datasets and 4 solvers; based on only 4 solvers"
    assert [each.note for each in gain.intervals] == [None, None, "based on only 4 solvers", both, both]
    few = figure(estimates(GRID, QUICK, [Method.TWO_WAY]), "macro", "gain").intervals[0]
    assert few.note == "based on only 5 datasets and 4 solvers"


def test_an_absent_channel_has_a_reason_instead_of_intervals() -> None:
    lines = [(f"d{d}", f"s{s}", 10, None, 5 + d, 8) for d in range(3) for s in range(3)]
    found = estimates(counts(*lines), QUICK)
    for measure in ("direct", "gain", "closure"):
        assert {
            each.refused for each in figure(found, "macro", measure).intervals if each.method is not Method.ITEMS
        } == {"no direct answers"}
        assert figure(found, "macro", measure).value is None
    assert interval(found, "macro", "assisted", Method.CROSSED).low is not None
    assert interval(estimates(rows_of(counts(*lines)), QUICK), "micro", "assisted", Method.ITEMS).low is not None


def test_no_rows_have_no_figures_and_no_intervals() -> None:
    found = estimates(counts(), QUICK, BOOTSTRAPS)
    assert {each.value for each in found} == {None}
    assert {each.refused for estimate in found for each in estimate.intervals} == {"no rows"}


def test_closure_over_no_gap_is_refused_and_its_resamples_are_counted() -> None:
    lines = [(f"d{d}", f"s{s}", 10, 8, 9, 7) for d in range(4) for s in range(3)]
    refused = interval(estimates(counts(*lines), QUICK), "macro", "closure", Method.PAIRS)
    assert refused.refused == "undefined: the generator is not better than the direct path"


def test_resamples_in_which_closure_is_undefined_are_left_out_counted_and_noted() -> None:
    """The generator is better in 9 pairs of 12, so that some resamples have no gap to close."""
    lines = [(f"d{n}", "s", 10, 5, 6, 8 if n % 4 else 1) for n in range(12)]
    found = interval(estimates(counts(*lines), Resampling(2_000)), "macro", "closure", Method.PAIRS)
    gaps = np.array([3 if n % 4 else -4 for n in range(12)])
    exact = share_without_gap(gaps)
    assert found.undefined / 2_000 == pytest.approx(exact, abs=0.02)
    assert found.note == f"undefined in {found.undefined:,} of 2,000 resamples, which are left out"
    gain = interval(estimates(counts(*lines), Resampling(2_000)), "macro", "gain", Method.PAIRS)
    assert gain.undefined == 0


def share_without_gap(gaps: np.ndarray) -> float:
    """The probability that as many draws as there are gaps add up to no more than 0."""
    distribution = {0: 1.0}
    for _ in gaps:
        following: dict[int, float] = {}
        for total, chance in distribution.items():
            for gap in gaps.tolist():
                following[total + gap] = following.get(total + gap, 0.0) + chance / len(gaps)
        distribution = following
    return sum(chance for total, chance in distribution.items() if total <= 0)


def test_a_figure_undefined_in_most_resamples_has_no_interval() -> None:
    """The gap is a hundredth of a point, and 51.8 percent of resamples have none."""
    gaps = np.array([-18, 7, 39, -21, -14, 8])
    lines = [(f"d{n}", "s", 100, 50, 60, 50 + int(gap)) for n, gap in enumerate(gaps)]
    found = figure(estimates(counts(*lines), Resampling(20_000)), "macro", "closure")
    refused = found.interval(Method.PAIRS)
    assert found.value == pytest.approx(6_000)
    assert refused.undefined / 20_000 == pytest.approx(share_without_gap(gaps), abs=0.015)
    assert refused.refused == f"undefined in {refused.undefined:,} of 20,000 resamples"
    assert (refused.low, refused.high) == (None, None)


def test_equal_pairs_leave_an_interval_without_width_and_say_so() -> None:
    lines = [(f"d{d}", f"s{s}", 10, 3, 6, 8) for d in range(4) for s in range(4)]
    for each in figure(estimates(counts(*lines), QUICK, [*BOOTSTRAPS, Method.CROSSED]), "macro", "gain").intervals:
        assert (each.low, each.high) == (pytest.approx(30), pytest.approx(30))
        assert "no width: nothing varies between the units" in (each.note or "")


def test_intervals_by_a_variance_stop_where_accuracies_do() -> None:
    lines = [(f"d{d}", f"s{s}", 10, 0, 9 + (d + s == 0), 10) for d in range(3) for s in range(3)]
    found = estimates(rows_of(counts(*lines)), QUICK)
    assert interval(found, "macro", "assisted", Method.ITEMS).high == 100.0
    assert interval(found, "macro", "assisted", Method.CROSSED).high == pytest.approx(94.5, abs=1.5)


def test_records_are_json_with_rounded_numbers() -> None:
    record = estimates(GRID, QUICK, [Method.TWO_WAY])[0].to_record()
    assert list(record) == ["average", "measure", "value", "intervals"]
    assert list(record["intervals"][0]) == [
        "method", "level", "low", "high", "units", "undefined", "refused", "note",
    ]  # fmt: skip
    assert json.loads(json.dumps(record, allow_nan=False)) == record
    assert record["value"] == round(record["value"], 6)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"resamples": 0}, "resamples must be 1 or more, not 0"),
        ({"seed": -1}, "the seed must be 0 or more, not -1"),
        ({"level": 95}, "the level must lie between 0 and 1, such as 0.95, not 95"),
        ({"level": float("nan")}, "the level must lie between 0 and 1, such as 0.95, not nan"),
    ],
)
def test_a_resampling_that_makes_no_sense_is_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Resampling(**fields)


def test_every_method_has_a_label_a_meaning_and_a_unit_of_its_own() -> None:
    assert len({method.label for method in Method}) == len({method.meaning for method in Method}) == len(Method)
    assert all(method.meaning.endswith(".") and method.unit for method in Method)


# What holds whatever the pairs


@st.composite
def some_pairs(draw: st.DrawFn) -> pd.DataFrame:
    cells = draw(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=3, max_size=12, unique=True))
    lines = []
    for dataset, solver in cells:
        rows = draw(st.integers(2, 9))
        lines.append((f"d{dataset}", f"s{solver}", rows, *(draw(st.integers(0, rows)) for _ in range(3))))
    return counts(*lines)


@given(pairs=some_pairs(), seed=st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_the_order_of_rows_changes_nothing(pairs: pd.DataFrame, seed: int) -> None:
    table = rows_of(pairs)
    shuffled = table.sample(frac=1, random_state=seed)
    for one, other in zip(estimates(table, QUICK), estimates(shuffled, QUICK), strict=True):
        assert one.value == other.value
        for method in Method:
            first, second = one.interval(method), other.interval(method)
            assert (first.units, first.undefined, first.refused, first.note) == (
                second.units, second.undefined, second.refused, second.note,
            )  # fmt: skip
            assert first.low == pytest.approx(second.low)
            assert first.high == pytest.approx(second.high)


@given(pairs=some_pairs())
@settings(max_examples=15, deadline=None)
def test_every_row_twice_leaves_every_bootstrap_as_it_is(pairs: pd.DataFrame) -> None:
    twice = pairs.assign(**{name: 2 * pairs[name] for name in ("rows", "direct", "assisted", "generator")})
    for one, other in zip(estimates(pairs, QUICK, BOOTSTRAPS), estimates(twice, QUICK, BOOTSTRAPS), strict=True):
        for first, second in zip(one.intervals, other.intervals, strict=True):
            assert first.low == pytest.approx(second.low)
            assert first.high == pytest.approx(second.high)


@given(pairs=some_pairs())
@settings(max_examples=15, deadline=None)
def test_a_higher_level_is_never_narrower_and_no_accuracy_leaves_its_range(pairs: pd.DataFrame) -> None:
    table = rows_of(pairs)
    narrow, wide = (estimates(table, Resampling(300, level=level)) for level in (0.8, 0.99))
    for inner, outer in zip(narrow, wide, strict=True):
        for first, second in zip(inner.intervals, outer.intervals, strict=True):
            assert (first.low is None) == (second.low is None)
            if first.low is None or first.high is None or second.low is None or second.high is None:
                continue
            assert second.low <= first.low + 1e-9
            assert first.high <= second.high + 1e-9
            if inner.measure in {"direct", "assisted", "generator"}:
                assert -1e-9 <= second.low <= second.high <= 100 + 1e-9


@given(pairs=some_pairs(), absent=st.sets(st.sampled_from(["direct", "assisted", "generator"])))
@settings(max_examples=20, deadline=None)
def test_there_are_two_finite_bounds_or_a_reason_whatever_channels_are_absent(
    pairs: pd.DataFrame, absent: set[str]
) -> None:
    table = rows_of(pairs.assign(**{channel: pd.array([pd.NA] * len(pairs), "Int64") for channel in absent}))
    for found in (estimates(table, QUICK), differences(table, table.iloc[::2], QUICK)):
        for each in (each for estimate in found for each in estimate.intervals):
            if each.refused is None:
                assert each.low is not None
                assert each.high is not None
                assert math.isfinite(each.low)
                assert math.isfinite(each.high)
                assert each.low <= each.high + 1e-9
            else:
                assert (each.low, each.high) == (None, None)
        json.dumps([estimate.to_record() for estimate in found], allow_nan=False)


@pytest.mark.parametrize("absent", ["direct", "assisted", "generator"])
def test_an_absent_channel_changes_no_interval_of_the_others(absent: str) -> None:
    table = rows_of(GRID)
    without = table.assign(**{f"{absent}_correct": pd.NA})
    for channel in {"direct", "assisted", "generator"} - {absent}:
        for average in ("micro", "macro"):
            assert figure(estimates(without, QUICK), average, channel) == figure(
                estimates(table, QUICK), average, channel
            )


# Parts of a whole


def test_resamples_that_are_drawn_once_give_the_whole_what_drawing_them_for_it_gives() -> None:
    drawn = Drawn(pairs_of(GRID), QUICK)
    for _ in range(2):
        assert estimates(GRID, QUICK, drawn=drawn) == estimates(GRID, QUICK)
        other = GRID.assign(assisted=GRID["direct"])
        assert differences(GRID, other, QUICK, drawn=drawn) == differences(GRID, other, QUICK)


def test_a_part_rests_on_its_own_pairs_although_those_of_the_whole_are_drawn() -> None:
    """Some resamples draw none of the four pairs of the part; a part without any row has no figure."""
    drawn = Drawn(pairs_of(GRID), QUICK)
    part = interval(estimates(GRID[:4], QUICK, drawn=drawn), "macro", "gain", Method.PAIRS)
    assert part.units == 4
    assert part.undefined / 300 == pytest.approx((16 / 20) ** 20, abs=0.02)
    assert interval(estimates(GRID[:0], QUICK, drawn=drawn), "macro", "gain", Method.PAIRS).refused == "no rows"


def test_resamples_drawn_from_another_seed_are_refused() -> None:
    with pytest.raises(ValueError, match="the resamples were drawn for Resampling"):
        estimates(GRID, Resampling(300, seed=1), drawn=Drawn(pairs_of(GRID), QUICK))


def test_only_the_figures_that_are_asked_for_are_given_in_their_order() -> None:
    chosen = (("macro", "gain"), ("micro", "direct"))
    found = estimates(GRID, QUICK, figures=chosen)
    assert [(each.average, each.measure) for each in found] == list(chosen)
    assert found[0] == figure(estimates(GRID, QUICK), "macro", "gain")


# Differences


def test_a_table_less_itself_is_nothing() -> None:
    for estimate in differences(rows_of(GRID), rows_of(GRID), QUICK):
        assert estimate.value == 0
        for each in estimate.intervals:
            assert (each.low, each.high) == (pytest.approx(0, abs=1e-6), pytest.approx(0, abs=1e-6))


def test_the_order_of_the_tables_turns_the_sign() -> None:
    other = GRID.assign(assisted=GRID["assisted"] - 3, direct=GRID["direct"] + 1)
    there, back = differences(rows_of(GRID), rows_of(other), QUICK), differences(rows_of(other), rows_of(GRID), QUICK)
    for one, two in zip(there, back, strict=True):
        assert one.value is not None
        assert two.value is not None
        assert one.value == pytest.approx(-two.value)
        for first, second in zip(one.intervals, two.intervals, strict=True):
            assert (first.low, first.high) == (pytest.approx(-second.high), pytest.approx(-second.low))


def test_what_is_common_to_both_cancels_because_they_are_resampled_together() -> None:
    """One more right answer of 25 in every pair is a difference of four points, whatever pairs are drawn."""
    first = GRID.assign(rows=25)
    second = first.assign(assisted=first["assisted"] + 1)
    gain = figure(differences(first, second, QUICK, BOOTSTRAPS), "macro", "gain")
    assert gain.value == pytest.approx(4)
    assert {round(each.high - each.low, 9) for each in gain.intervals} == {0.0}


def test_a_difference_rests_on_the_units_of_the_table_that_has_fewer() -> None:
    few = GRID[GRID["dataset"].isin(["d0", "d1"])]
    gain = figure(differences(GRID, few, QUICK, BOOTSTRAPS), "macro", "gain")
    assert [each.units for each in gain.intervals] == [8, 2, 4, 2]
    assert [each.refused for each in gain.intervals] == [
        None, "2 datasets: fewer than 3", None, "2 datasets: fewer than 3",
    ]  # fmt: skip


def test_a_difference_is_that_of_the_two_resamples() -> None:
    """Against the figures of each table under the very same weights."""
    second = GRID.assign(assisted=GRID["generator"], generator=GRID["rows"])[3:]
    resampling = Resampling(200, level=0.5)
    from cgr_audit.accuracy.intervals.bootstrap import layout_of, pair_weights
    from cgr_audit.accuracy.intervals.measure_sums import measures_of, pair_sums

    weights = np.concatenate(list(pair_weights(layout_of(pairs_of(GRID)), Method.PAIRS, resampling)))
    apart = measures_of(weights[:, 3:] @ pair_sums(second)) - measures_of(weights @ pair_sums(GRID))
    found = differences(GRID, second, resampling, [Method.PAIRS])
    for place, estimate in enumerate(found):
        low, high = np.nanquantile(apart[:, place], [0.25, 0.75])
        assert (estimate.intervals[0].low, estimate.intervals[0].high) == (pytest.approx(low), pytest.approx(high))


def test_a_difference_from_no_rows_is_refused() -> None:
    found = figure(differences(GRID, GRID[:0], QUICK, [Method.PAIRS]), "macro", "gain")
    assert found.value is None
    assert found.intervals[0].refused == "no rows"
