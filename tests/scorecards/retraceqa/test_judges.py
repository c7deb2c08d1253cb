"""Correct, error and F1 of judges, per dataset and averaged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.retraceqa_judges import MEASURES, compare
from benchmarks.retraceqa_published import DEFAULT_DATA, TINY, WITHIN, averages
from cgr_audit.scorecards.scorecard import Group, Scored

Row = Callable[..., dict[str, Any]]
Score = Callable[..., Scored]
Rates = tuple[Any, ...]
BLAMES = ("too_early", "too_late", "missed")


def division(scored: Scored, name: str) -> tuple[Group, ...]:
    return next(one for one in scored.divisions if one.name == name).groups


def rates(group: Group) -> Rates:
    """F1, correct, error, unparseable."""
    assert [figure.key for figure in group.figures] == list(MEASURES)
    return tuple(figure.rate for figure in group.figures if figure.key not in BLAMES)


def blames(group: Group) -> Rates:
    """Exact, too early, too late, missed."""
    return tuple(figure.rate for figure in group.figures if figure.key in ("error_found", *BLAMES))


def judged(row: Row, dataset: str, *pairs: tuple[int | None, int | None], judge: str = "j") -> list[dict[str, Any]]:
    """Rows of traces with an annotation and a prediction each."""
    return [
        row(first_error, id=number, dataset=dataset, judge=judge, predicted_first_error=predicted)
        for number, (first_error, predicted) in enumerate(pairs)
    ]


def test_correct_error_and_f1_by_hand(row: Row, scored: Score) -> None:
    # Three of four sound traces are called sound; of two flawed ones, one has its exact step named.
    found = scored(*judged(row, "csqa", (-1, -1), (-1, -1), (-1, -1), (-1, 0), (1, 1), (2, 1)))
    (group,) = division(found, "judges-by-dataset")
    assert dict(group.labels) == {"judge": "j", "dataset": "csqa"}
    assert rates(group) == (pytest.approx(2 * 0.75 * 0.5 / 1.25), 0.75, 0.5, 0)
    assert rates(division(found, "judges")[0]) == rates(group)


def test_a_figure_of_one_class_rests_on_the_traces_of_that_class(row: Row, scored: Score) -> None:
    """Two flawed traces are too few for an interval, however many sound ones there are."""
    found = scored(*judged(row, "csqa", *[(-1, -1)] * 30, (-1, 0), (1, 1), (2, 1)))
    for name, correct in (("judges-by-dataset", (30, 1)), ("judges", (None, None))):
        (group,) = division(found, name)
        f1, sound, flawed, *_ = group.figures
        assert (f1.rows, sound.rows, flawed.rows) == (33, 31, 2)
        assert (sound.correct, flawed.correct) == correct
        assert flawed.interval.refused == "2 traces: fewer than 3"


def test_what_cannot_be_parsed_is_wrong_for_sound_and_for_flawed_traces_and_is_counted(row: Row, scored: Score) -> None:
    found = scored(*judged(row, "csqa", (-1, -1), (-1, None), (1, 1), (1, None), (1, None)))
    (group,) = division(found, "judges")
    assert rates(group) == (pytest.approx(2 * 0.5 * (1 / 3) / (5 / 6)), 0.5, pytest.approx(1 / 3), 3 / 5)
    assert group.figures[-1].correct == 3
    assert found.scored.notes == ("Of 5 judgements, 3 could not be parsed and count as wrong.",)


def test_an_error_is_named_exactly_too_early_too_late_or_not_at_all_by_hand(row: Row, scored: Score) -> None:
    # Of eight flawed traces: two exact, one too early, three too late (one of them behind the last step), one missed,
    # one unparseable. What a judge says of sound traces is in none of the four.
    flawed = [(1, 1), (0, 0), (2, 0), (0, 2), (1, 2), (1, 99), (2, -1), (1, None)]
    for name in ("judges-by-dataset", "judges"):
        (group,) = division(scored(*judged(row, "csqa", *flawed, (-1, 0), (-1, -1))), name)
        assert blames(group) == (2 / 8, 1 / 8, 3 / 8, 1 / 8)
        assert {figure.rows for figure in group.figures if figure.key in BLAMES} == {8}


def test_the_first_step_whose_score_is_below_the_threshold_is_the_first_error(row: Row, scored: Score) -> None:
    pairs = [(-1, (0.9, 0.5, 0.7)), (-1, (0.9, 0.4, 0.7)), (1, (0.6, 0.3, 0.1)), (0, (0.6, 0.3, 0.1))]
    rows = [
        row(first_error, id=number, judge="prm", step_scores=list(scores))
        for number, (first_error, scores) in enumerate(pairs)
    ]
    found = scored(*rows)
    # Below 0.5: none, 1, 1, 1. Below 0.65: 1, 1, 0, 0. Below 0.35: none, none, 1, 1. Below 0.95: 0 in each.
    assert found.scored.found_of_rows["judged_first_error"] == [-1, 1, 1, 1]
    assert rates(division(found, "judges")[0]) == (0.5, 0.5, 0.5, 0)
    swept = {dict(group.labels)["threshold"]: group for group in division(found, "judges-by-threshold")}
    assert list(swept) == [f"{place / 20:g}" for place in range(1, 20)]
    assert rates(swept["0.65"]) == (0, 0, 0.5, 0)
    assert rates(swept["0.35"]) == (pytest.approx(2 / 3), 1, 0.5, 0)
    assert rates(swept["0.95"]) == (0, 0, 0.5, 0)
    assert blames(swept["0.05"]) == (0, 0, 0, 1)
    assert rates(division(scored(*rows, threshold=0.35), "judges")[0]) == rates(swept["0.35"])
    assert found.scored.notes == (
        "The first error by step scores is the first step whose score is below 0.5.",
        "F1 of judge prm is highest, 66.67 %, at the threshold 0.35; chosen on the traces that it is measured on, it "
        "is optimistic.",
    )


def test_a_threshold_that_is_not_in_the_table_is_added_to_it(row: Row, scored: Score) -> None:
    found = scored(row(judge="prm", step_scores=[0.9, 0.9, 0.9]), threshold=0.515)
    assert "0.515" in [dict(group.labels)["threshold"] for group in division(found, "judges-by-threshold")]


def test_settings_of_one_judge_stand_side_by_side(row: Row, scored: Score) -> None:
    free, based = ("reference-free", "reference-based")
    found = scored(
        *(one | {"judge_setting": free} for one in judged(row, "csqa", (-1, 0), (1, 1))),
        *(one | {"judge_setting": based} for one in judged(row, "csqa", (-1, -1), (1, 1))),
        *judged(row, "csqa", (-1, -1), (1, 0), judge="k"),
    )
    assert [(dict(group.labels), rates(group)[0]) for group in division(found, "judges")] == [
        ({"judge": "j", "setting": based}, 1),
        ({"judge": "j", "setting": free}, 0),
        ({"judge": "k", "setting": "–"}, 0),
    ]


def test_accuracy_by_a_judge_counts_right_answers_in_which_it_finds_no_error_annotated_or_not(
    row: Row, scored: Score
) -> None:
    said = [(True, -1), (True, 0), (False, -1), (True, None), (None, -1)]
    rows = [
        row(None, id=number, answer_correct=answer, judge="j", predicted_first_error=predicted)
        for number, (answer, predicted) in enumerate(said)
    ]
    (group,) = division(scored(*rows), "accuracy-by-judge")
    assert dict(group.labels) == {"judge": "j", "model": "small"}
    assert [(one.rate, one.rows) for one in group.figures] == [(pytest.approx(n / 3), 3) for n in (1, 2, 1)]
    assert group.dropped == (("answer_not_known", 1), ("unparseable", 1))


def test_a_step_that_is_not_there_is_wrong_and_no_fault_of_the_row(row: Row, scored: Score) -> None:
    (group,) = division(scored(*judged(row, "csqa", (-1, -2), (1, 99))), "judges")
    assert rates(group) == (0, 0, 0, 0)


def test_f1_is_0_where_both_are_0_and_not_defined_where_a_class_is_empty(row: Row, scored: Score) -> None:
    nothing_right = scored(*judged(row, "csqa", (-1, 0), (1, -1)))
    assert rates(division(nothing_right, "judges")[0]) == (0, 0, 0, 0)
    only_sound = scored(*judged(row, "csqa", (-1, -1), (-1, 0)))
    assert rates(division(only_sound, "judges")[0]) == (None, 0.5, None, 0)
    only_flawed = scored(*judged(row, "csqa", (1, 1), (2, 0)))
    assert rates(division(only_flawed, "judges")[0]) == (None, None, 0.5, 0)


def test_averages_weigh_every_data_set_the_same_and_the_average_f1_is_that_of_f1s(row: Row, scored: Score) -> None:
    found = scored(
        *judged(row, "csqa", (-1, -1), (1, 1)),
        *judged(row, "qasc", *[(-1, 0)] * 5, *[(-1, -1)] * 5, *[(1, 1)] * 2, *[(1, 0)] * 8),
    )
    (group,) = division(found, "judges")
    qasc = 2 * 0.5 * 0.2 / 0.7
    assert rates(group) == (pytest.approx((1 + qasc) / 2), pytest.approx(0.75), pytest.approx(0.6), 0)
    assert group.figures[0].rows == 22


def test_an_average_is_over_the_data_sets_for_which_it_is_defined_and_says_so(row: Row, scored: Score) -> None:
    found = scored(*judged(row, "csqa", (-1, -1), (1, 1)), *judged(row, "qasc", (-1, -1), (-1, 0)))
    assert rates(division(found, "judges")[0]) == (1, 0.75, 1, 0)
    assert found.scored.notes == (
        "F1 of judge j is averaged over 1 of 2 datasets (csqa): a dataset is left out that has no annotated trace "
        "with an error, or none without, that it judged.",
    )


def test_judges_stand_side_by_side_and_it_is_said_where_they_judged_different_traces(row: Row, scored: Score) -> None:
    pairs = [(-1, -1), (1, 1), (2, 2)]
    same = scored(*judged(row, "csqa", *pairs), *judged(row, "csqa", (-1, 0), (1, 1), (2, 0), judge="k"))
    assert [(dict(group.labels)["judge"], rates(group)[0]) for group in division(same, "judges")] == [
        ("j", 1),
        ("k", 0),
    ]
    assert not any("same traces" in note for note in same.scored.notes)
    apart = scored(*judged(row, "csqa", *pairs), *judged(row, "csqa", (-1, 0), judge="k"))
    assert (
        "The judges did not judge the same traces, so that their figures rest on different ones." in apart.scored.notes
    )


def test_traces_without_annotation_and_with_divided_annotators_are_left_out_of_judges_and_counted(
    row: Row, scored: Score
) -> None:
    divided = [
        row(0, id=8, annotator="a", judge="j", predicted_first_error=0),
        row(1, id=8, annotator="b", judge="j", predicted_first_error=0),
    ]
    found = scored(*judged(row, "csqa", (-1, -1), (1, 1), (None, 1), (None, None)), *divided)
    for name in ("judges", "judges-by-dataset"):
        (group,) = division(found, name)
        assert group.dropped == (("annotators_are_divided", 1), ("not_annotated", 2))
        assert (rates(group)[0], group.figures[0].rows) == (1, 2)
    assert (
        "Judgements in no judge's scores: 1 of traces on which annotators are divided, 2 of traces that nobody "
        "annotated."
    ) in found.scored.notes
    assert "Of the judgements in no judge's scores, 1 could not be parsed." in found.scored.notes


def test_a_judge_of_traces_that_nobody_annotated_has_no_figure_and_every_judgement_is_counted(
    row: Row, scored: Score
) -> None:
    found = scored(*judged(row, "csqa", (None, 1), (None, -1), (None, None)))
    (group,) = division(found, "judges")
    assert (rates(group), group.dropped) == ((None,) * 4, (("not_annotated", 3),))
    assert any(note.startswith("F1 of judge j is not defined: ") for note in found.scored.notes)


def test_a_trace_that_two_annotators_and_a_judge_looked_at_is_one_case_of_the_judge(row: Row, scored: Score) -> None:
    fields = {"judge": "j", "predicted_first_error": 1}
    (group,) = division(scored(row(1, annotator="a", **fields), row(1, annotator="b", **fields)), "judges")
    assert group.figures[2].rows == 1
    assert rates(group)[2] == 1


def test_intervals_of_an_average_draw_traces_within_their_data_sets(row: Row, scored: Score) -> None:
    # Every trace of csqa is judged right and every one of qasc wrong: drawn within datasets, nothing ever changes.
    right, wrong = [(-1, -1), (1, 1)] * 10, [(-1, 1), (1, -1)] * 10
    (group,) = division(scored(*judged(row, "csqa", *right), *judged(row, "qasc", *wrong)), "judges")
    interval = group.figures[0].interval
    assert (group.figures[0].rate, interval.low, interval.high, interval.undefined) == (0.5, 0.5, 0.5, 0)


def test_resamples_in_which_a_class_is_empty_are_left_out_and_counted(row: Row, scored: Score) -> None:
    (group,) = division(scored(*judged(row, "csqa", (-1, -1), (-1, 0), (1, 1))), "judges")
    interval = group.figures[0].interval
    assert interval.resamples == 100
    assert 0 < interval.undefined < 100
    assert interval.low is not None


def test_without_judges_there_is_nothing_about_them(row: Row, scored: Score) -> None:
    assert [one.name for one in scored(row()).divisions] == ["by-model", "by-dataset", "by-model-dataset"]


def test_every_figure_of_simulated_annotations_is_that_of_an_independent_computation() -> None:
    found = compare(files=40, seed=11)
    assert found.figures > 800
    assert found.undefined > 100
    assert found.different == 0
    assert found.largest < 1e-12


@pytest.mark.skipif(not (DEFAULT_DATA / "retraceqa").is_dir(), reason="the published table is not here")
def test_averages_of_the_published_table_follow_from_its_data_sets() -> None:
    found = averages(DEFAULT_DATA)
    assert len(found) == 7
    assert max(abs(one.difference) for one in found) <= WITHIN + TINY
