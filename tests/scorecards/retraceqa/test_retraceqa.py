"""Answer-only against reasoning-aware accuracy, error types, and what counts how often."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.scorecard_rows.retraceqa import rows
from cgr_audit.scorecards.scorecard import Group, Scored

Row = Callable[..., dict[str, Any]]
Score = Callable[..., Scored]


def figures(group: Group) -> dict[str, tuple[float | None, int, int | None]]:
    return {figure.key: (figure.rate, figure.rows, figure.correct) for figure in group.figures}


def five_traces(row: Row) -> list[dict[str, Any]]:
    """Two right and sound, one right and flawed, one wrong and flawed, one wrong and sound."""
    return [
        row(id=1),
        row(id=2),
        row(0, id=3, error_type="hallucination"),
        row(2, id=4, error_type="reasoning", answer_correct=False),
        row(id=5, answer_correct=False),
    ]


def test_answers_and_the_reasoning_behind_them_by_hand(row: Row, scored: Score) -> None:
    assert figures(scored(*five_traces(row)).overall) == {
        "reasoning_aware": (2 / 5, 5, 2),
        "answer_only": (3 / 5, 5, 3),
        "overestimate": (1 / 5, 5, 1),
        "process_error_rate": (1 / 3, 3, 1),
        "error_rate": (2 / 5, 5, 2),
        "hallucination_share": (1 / 2, 2, 1),
        "reasoning_share": (1 / 2, 2, 1),
        "misinterpretation_share": (0, 2, 0),
    }


def test_the_overestimate_is_what_lies_between_the_two_accuracies_of_annotated_traces(scored: Score) -> None:
    found = figures(scored(*rows(600, seed=4)).overall)
    answers, reasoning, between = (found[key][0] for key in ("answer_only", "reasoning_aware", "overestimate"))
    assert answers is not None
    assert reasoning is not None
    assert between == pytest.approx(answers - reasoning, abs=1e-12)


def test_a_trace_counts_once_whatever_its_number_of_judges_and_annotators(row: Row, scored: Score) -> None:
    once = scored(*five_traces(row))
    judged = [
        {**trace, "judge": judge, "predicted_first_error": 0} for trace in five_traces(row) for judge in ("j", "k", "l")
    ]
    annotated = [{**trace, "annotator": name} for trace in five_traces(row)[:3] for name in ("a", "b")]
    several = scored(*judged, *annotated, by=("judge",))
    assert figures(several.overall) == figures(once.overall)
    assert several.scored.notes[0].startswith("21 rows are about 5 traces; a trace counts once")
    by_judge = next(division for division in several.divisions if division.name == "by-judge")
    assert [dict(group.labels)["judge"] for group in by_judge.groups] == ["j", "k", "l", "(none)"]
    assert figures(by_judge.groups[0]) == figures(once.overall)
    assert by_judge.groups[3].figures[0].rows == 3


def test_traces_that_nobody_annotated_count_for_answers_alone(row: Row, scored: Score) -> None:
    found = scored(*five_traces(row), row(None, id=6), row(None, id=7, answer_correct=False))
    assert figures(found.overall)["reasoning_aware"] == (2 / 5, 5, 2)
    assert figures(found.overall)["answer_only"] == (4 / 7, 7, 4)
    assert figures(found.overall)["overestimate"] == (1 / 5, 5, 1)
    assert found.scored.notes == (
        "Answer-only accuracy is over 7 traces, reasoning-aware accuracy over the 5 of them that are annotated; the "
        "overestimate lies between the two over the latter.",
    )


def test_a_trace_of_which_nothing_is_known_is_dropped_and_counted(row: Row, scored: Score) -> None:
    found = scored(row(None, answer_correct=None), row(id=2))
    assert found.overall.dropped == (("neither_answer_nor_annotation", 1),)
    assert found.overall.figures[0].rows == 1


def test_a_trace_whose_answer_nobody_knows_counts_for_errors_alone(row: Row, scored: Score) -> None:
    found = figures(scored(row(1, answer_correct=None, error_type="reasoning"), row(id=2)).overall)
    assert found["error_rate"] == (1 / 2, 2, 1)
    assert found["reasoning_aware"] == (1, 1, 1)
    assert found["reasoning_share"] == (1, 1, 1)


def test_annotators_that_are_divided_leave_a_trace_to_answers_alone(row: Row, scored: Score) -> None:
    found = scored(row(0, annotator="a"), row(1, annotator="b"), row(id=2, annotator="a"))
    assert figures(found.overall)["reasoning_aware"] == (1, 1, 1)
    assert figures(found.overall)["answer_only"] == (1, 2, 2)
    assert "Annotators are divided on 1 trace, in no figure" in found.scored.notes[-1]
    assert [line["traces"] for line in found.scored.found["traces"]] == [2, 2, 1, 1, 0, 1, 0]


def test_types_of_errors_are_counted_of_all_flawed_traces_and_of_those_with_a_right_answer(
    row: Row, scored: Score
) -> None:
    found = scored(*five_traces(row), row(1, id=6)).scored.found["error-types"]
    assert [tuple(line.values()) for line in found] == [
        ("hallucination", 1, 1 / 3, 1, 1 / 2),
        ("reasoning", 1, 1 / 3, 0, 0),
        ("misinterpretation", 0, 0, 0, 0),
        ("(none given)", 1, 1 / 3, 1, 1 / 2),
    ]


def test_rows_that_contradict_an_earlier_one_are_bad_and_named(row: Row, scored: Score) -> None:
    found = scored(row(judge="j", predicted_first_error=0), row(1, judge="k", predicted_first_error=0))
    assert found.bad == (
        "rows.jsonl:2: /first_error: not what an earlier row says of the trace that rows.jsonl:1 is about",
    )
    assert found.overall.dropped == (("bad_row", 1),)
    assert [dict(group.labels)["judge"] for group in found.divisions[-1].groups] == ["j"]


def test_what_was_found_of_each_row_stands_in_its_line(row: Row, scored: Score) -> None:
    found = scored(
        row(1, error_type="reasoning", judge="j", predicted_first_error=1),
        row(1, error_type="reasoning", judge="k", predicted_first_error=None),
        row(None, id=2, judge="j", predicted_first_error=1),
    ).scored.table()
    assert found["step_count"].tolist() == [3, 3, 3]
    assert found["settled_first_error"].tolist() == [1, 1, None]
    assert found["settled_error_type"].tolist() == ["reasoning", "reasoning", None]
    assert found["judge_right"].tolist() == [True, False, None]


def test_a_group_is_about_what_is_known_of_its_traces(row: Row, scored: Score) -> None:
    """Before they are annotated, answers alone; where no answer is known, errors alone."""
    by_model = scored(
        row(model="annotated"),
        row(None, model="answered"),
        row(0, model="neither right nor wrong", answer_correct=None),
    ).divisions[0]
    assert {group.labels[0][1]: (group.main.key, group.main.rows) for group in by_model.groups} == {
        "annotated": ("reasoning_aware", 1),
        "answered": ("answer_only", 1),
        "neither right nor wrong": ("error_rate", 1),
    }
