"""Worked examples of Algorithm 1, by hand, in both modes of the pointer, and what holds of every alignment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cgr_audit.scorecards.codesteps import alignment
from cgr_audit.scorecards.codesteps.alignment import Aligned, Pointer, align
from cgr_audit.scorecards.codesteps.step_lists import StepLists, number_steps
from cgr_audit.scorecards.codesteps.step_scores import StepScores
from tests.scorecards.codesteps.plain_algorithm import added_up, matched

Table = Mapping[tuple[str, str], float]

LETTERS = st.sampled_from("abcdef")
STEPS = st.lists(LETTERS, min_size=1, max_size=6)
SIMILARITIES = st.dictionaries(
    st.tuples(LETTERS, LETTERS), st.integers(0, 10).map(lambda tenth: tenth / 10), max_size=36
)
THRESHOLDS = st.integers(0, 10).map(lambda tenth: tenth / 10)


def similarity(table: Table) -> Callable[[str, str], float]:
    """Equal steps have 1, other pairs what the table says, else 0."""
    return lambda first, second: 1.0 if first == second else table.get((first, second), 0.0)


def aligned(
    references: Sequence[Sequence[str]],
    predictions: Sequence[Sequence[str]],
    table: Table,
    pointer: Pointer,
    thresholds: Sequence[float] = (0.8,),
) -> tuple[Aligned, StepLists, StepLists]:
    """The alignment, and what was aligned by number."""
    alike = similarity(table)
    steps, (wanted, offered) = number_steps(references, predictions)

    def compare(first: NDArray[np.intp], second: NDArray[np.intp]) -> NDArray[np.float64]:
        pairs = list(zip(first.tolist(), second.tolist(), strict=True))
        assert len(set(pairs)) == len(pairs)
        return np.array([alike(steps[one], steps[other]) for one, other in pairs])

    return align(wanted, offered, compare, thresholds, pointer), wanted, offered


def scores(
    reference: Sequence[str], predicted: Sequence[str], table: Table, pointer: Pointer, threshold: float = 0.8
) -> tuple[float, float, float, float]:
    """SWS, precision, recall, F1; a letter is a step."""
    found = StepScores.of(*aligned([reference], [predicted], table, pointer, (threshold,)))
    return tuple(float(values[0, 0]) for values in (found.sws, found.precision, found.recall, found.f1))


PRINTED, RESET = Pointer.PRINTED, Pointer.RESET
BOTH = pytest.mark.parametrize("pointer", [PRINTED, RESET])


@BOTH
def test_the_same_steps_in_the_same_order_score_one(pointer: Pointer) -> None:
    # Each of 3 steps matches itself with 1: SWS = 3/3, precision = 3/3, recall = 3/3.
    assert scores("abc", "abc", {}, pointer) == (1.0, 1.0, 1.0, 1.0)


@BOTH
def test_steps_between_those_that_match_cost_precision_alone(pointer: Pointer) -> None:
    # a matches at 0, b at 2 behind x, c at 4 behind y: SWS = 3/3, precision = 3/5, recall = 3/3, F1 = 2*3/(3+5).
    assert scores("abc", "axbyc", {}, pointer) == (1.0, 0.6, 1.0, 0.75)


@BOTH
def test_a_match_counts_with_its_similarity_in_sws_and_as_one_in_the_others(pointer: Pointer) -> None:
    # a~x 0.8 (at the threshold: a match), b~y 0.9: SWS = (0.8 + 0.9)/2, precision = 2/2, recall = 2/2.
    assert scores("ab", "xy", {("a", "x"): 0.8, ("b", "y"): 0.9}, pointer) == (pytest.approx(0.85), 1.0, 1.0, 1.0)


@BOTH
def test_the_first_that_is_similar_enough_is_taken_though_a_better_one_follows(pointer: Pointer) -> None:
    # a~x 0.8 comes before a itself, and b then matches itself: SWS = (0.8 + 1)/2, precision = 2/3, F1 = 2*2/(2+3).
    assert scores("ab", "xab", {("a", "x"): 0.8}, pointer) == (0.9, pytest.approx(2 / 3), 1.0, 0.8)


def test_as_printed_a_step_that_nothing_matches_ends_the_search() -> None:
    # a matches at 0; m matches nothing, so that the pointer stands behind the last step; b and c get nothing.
    # SWS = 1/4, precision = 1/3, recall = 1/4, F1 = 2*1/(4+3).
    assert scores("ambc", "abc", {}, PRINTED) == (0.25, pytest.approx(1 / 3), 0.25, pytest.approx(2 / 7))


def test_with_a_reset_the_search_goes_on_where_it_began() -> None:
    # a matches at 0; m matches nothing and the pointer goes back to 1; b matches there, c at 2.
    # SWS = 3/4, precision = 3/3, recall = 3/4, F1 = 2*3/(4+3).
    assert scores("ambc", "abc", {}, RESET) == (0.75, 1.0, 0.75, pytest.approx(6 / 7))


def test_a_first_step_that_nothing_matches_leaves_nothing_as_printed_and_the_rest_with_a_reset() -> None:
    # Printed: 0 of 3. Reset: b and c match: SWS = 2/3, precision = 2/2, recall = 2/3, F1 = 2*2/(3+2).
    assert scores("mbc", "bc", {}, PRINTED) == (0.0, 0.0, 0.0, 0.0)
    assert scores("mbc", "bc", {}, RESET) == (pytest.approx(2 / 3), 1.0, pytest.approx(2 / 3), 0.8)


@BOTH
def test_steps_in_reverse_order_keep_only_the_match_of_the_first(pointer: Pointer) -> None:
    # a matches at the end, behind which there is nothing: SWS = 1/3, precision = 1/3, recall = 1/3.
    assert scores("abc", "cba", {}, pointer) == (pytest.approx(1 / 3),) * 4


def test_two_steps_that_changed_places_cost_one_match_and_as_printed_all_that_follows() -> None:
    # a matches at 0, b at 2, c is not behind it. Printed: d gets nothing (2/4). Reset: d matches at 3 (3/4).
    assert scores("abcd", "acbd", {}, PRINTED)[0] == 0.5
    assert scores("abcd", "acbd", {}, RESET)[0] == 0.75


@BOTH
def test_a_predicted_step_matches_once(pointer: Pointer) -> None:
    # Both reference steps are a; the one predicted a is used up by the first: SWS = 1/2, precision = 1/1.
    assert scores("aa", "a", {}, pointer) == (0.5, 1.0, 0.5, pytest.approx(2 / 3))


@BOTH
def test_what_is_less_similar_than_the_threshold_is_no_match(pointer: Pointer) -> None:
    assert scores("a", "x", {("a", "x"): 0.79}, pointer) == (0.0, 0.0, 0.0, 0.0)
    assert scores("a", "x", {("a", "x"): 0.79}, pointer, threshold=0.79) == (0.79, 1.0, 1.0, 1.0)


@given(
    st.lists(st.tuples(STEPS, STEPS), min_size=1, max_size=5),
    SIMILARITIES,
    st.lists(THRESHOLDS, min_size=1, max_size=4),
)
def test_predictions_and_thresholds_are_aligned_together_as_one_by_one(
    pairs: list[tuple[list[str], list[str]]], table: Table, thresholds: list[float]
) -> None:
    alike = similarity(table)
    references, predictions = ([pair[side] for pair in pairs] for side in (0, 1))
    for pointer in Pointer:
        found, _, _ = aligned(references, predictions, table, pointer, thresholds)
        for row, threshold in enumerate(thresholds):
            for column, (reference, predicted) in enumerate(pairs):
                plain = matched(reference, predicted, alike, threshold, reset=pointer is RESET)
                assert found.correct[row, column] == len(plain)
                assert found.similarity[row, column] == added_up(plain)


def test_more_predictions_than_are_aligned_at_a_time_are_aligned_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alignment, "_AT_A_TIME", 2)
    references, predictions = ["ab", "a", "abc", "b", "ab"], ["ab", "x", "ac", "b", "ba"]
    found, _, _ = aligned(references, predictions, {}, RESET)
    assert found.correct.tolist() == [[2, 0, 2, 1, 1]]


@given(STEPS, STEPS, SIMILARITIES, THRESHOLDS, st.sampled_from(Pointer))
def test_every_score_is_from_0_to_1_and_sws_is_at_most_recall(
    reference: list[str], predicted: list[str], table: Table, threshold: float, pointer: Pointer
) -> None:
    sws, precision, recall, f1 = scores(reference, predicted, table, pointer, threshold)
    assert 0 <= sws <= recall + 1e-12
    assert sws >= threshold * recall - 1e-12
    assert max(precision, recall) <= 1
    assert min(precision, recall) - 1e-12 <= f1 <= max(precision, recall) + 1e-12


@given(STEPS, SIMILARITIES, THRESHOLDS, st.sampled_from(Pointer))
def test_identical_steps_score_one_whatever_else_they_are_similar_to(
    steps: list[str], table: Table, threshold: float, pointer: Pointer
) -> None:
    sws, *others = scores(steps, steps, table, pointer, threshold)
    assert [sws, *others] == [1.0] * 4


@given(st.lists(LETTERS, min_size=2, max_size=6, unique=True), st.sampled_from(Pointer))
def test_order_matters_reversed_steps_of_which_no_two_are_alike_score_one_over_their_number(
    steps: list[str], pointer: Pointer
) -> None:
    assert scores(steps, steps[::-1], {}, pointer)[0] == pytest.approx(1 / len(steps))


@given(STEPS, STEPS, SIMILARITIES, st.tuples(THRESHOLDS, THRESHOLDS))
def test_as_printed_precision_recall_and_f1_never_rise_with_the_threshold(
    reference: list[str], predicted: list[str], table: Table, thresholds: tuple[float, float]
) -> None:
    low, high = sorted(thresholds)
    below = scores(reference, predicted, table, PRINTED, low)
    above = scores(reference, predicted, table, PRINTED, high)
    assert all(one >= other for one, other in zip(below[1:], above[1:], strict=True))


@given(STEPS, LETTERS, SIMILARITIES, st.tuples(THRESHOLDS, THRESHOLDS))
def test_as_printed_sws_never_rises_with_the_threshold_where_one_step_is_predicted(
    reference: list[str], predicted: str, table: Table, thresholds: tuple[float, float]
) -> None:
    low, high = sorted(thresholds)
    assert (
        scores(reference, [predicted], table, PRINTED, low)[0]
        >= scores(reference, [predicted], table, PRINTED, high)[0]
    )


def test_sws_may_rise_with_the_threshold_because_a_better_step_is_waited_for() -> None:
    table = {("a", "x"): 0.5}
    assert scores("a", "xa", table, PRINTED, 0.5)[0] == 0.5
    assert scores("a", "xa", table, PRINTED, 0.6)[0] == 1.0


def test_with_a_reset_recall_may_rise_with_the_threshold_because_a_late_match_no_longer_uses_up_the_others() -> None:
    table = {("m", "x"): 0.5}
    assert scores("mab", "abx", table, RESET, 0.5)[2] == pytest.approx(1 / 3)
    assert scores("mab", "abx", table, RESET, 0.6)[2] == pytest.approx(2 / 3)


@given(STEPS, STEPS, SIMILARITIES, THRESHOLDS)
def test_a_reset_never_costs_anything(
    reference: list[str], predicted: list[str], table: Table, threshold: float
) -> None:
    printed = scores(reference, predicted, table, PRINTED, threshold)
    reset = scores(reference, predicted, table, RESET, threshold)
    assert all(one <= other for one, other in zip(printed, reset, strict=True))


def test_f1_is_not_the_same_with_reference_and_prediction_exchanged() -> None:
    # Printed: x before the others is passed over as a prediction, and ends the search as a reference.
    assert scores("ab", "xab", {}, PRINTED)[3] == 0.8
    assert scores("xab", "ab", {}, PRINTED)[3] == 0.0
    # Reset: a matches at the end and leaves nothing; exchanged, b and c match before it.
    assert scores("abc", "bca", {}, RESET)[3] == pytest.approx(1 / 3)
    assert scores("bca", "abc", {}, RESET)[3] == pytest.approx(2 / 3)
