"""Steps, annotations that are settled on, and rows that contradict each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cgr_audit.scorecards.retraceqa.judgements import Judge
from cgr_audit.scorecards.retraceqa.scorer import ReTraceQa
from cgr_audit.scorecards.retraceqa.traces import Annotation, gather, steps_of
from cgr_audit.scorecards.row_source import Rows

Row = Callable[..., dict[str, Any]]
RowsOf = Callable[..., Rows]


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("one\n\ntwo", ("one", "two")),
        ("one\nstill one\n\n\n\ntwo\n", ("one\nstill one", "two")),
        ("one\n \t\ntwo", ("one", "two")),
        ("one\r\n\r\ntwo\r\nstill two", ("one", "two\nstill two")),
        ("\n\n  one\n\n", ("one",)),
        ("", ()),
        (" \n\n ", ()),
    ],
)
def test_a_trace_is_split_at_blank_lines(text: str, steps: tuple[str, ...]) -> None:
    assert steps_of({"trace": text}) == steps


def test_steps_are_taken_as_they_are_given_and_before_the_text() -> None:
    assert steps_of({"steps": ["one\n\nstill one", ""], "trace": "x"}) == ("one\n\nstill one", "")
    assert steps_of({"steps": None, "trace": "x"}) == ("x",)
    assert steps_of({}) is None


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"first_error": 2, "error_type": "reasoning"}, None),
        ({"first_error": 2}, None),
        ({"first_error": 3}, "/first_error: 3, and the trace has 3 steps, counted from 0"),
        (
            {"first_error": 1, "steps": None, "trace": "only"},
            "/first_error: 1, and the trace has 1 step, counted from 0",
        ),
        ({"first_error": 0, "steps": []}, "/first_error: 0, and the trace has 0 steps, counted from 0"),
        ({"first_error": -1, "steps": []}, None),
        ({"steps": None}, "/steps: is not there, and trace is not there either; give one of them"),
        ({"error_type": "reasoning"}, "/error_type: reasoning, and first_error is -1, which is not an error"),
        (
            {"first_error": None, "error_type": "reasoning"},
            "/error_type: reasoning, and first_error does not say where",
        ),
        (
            {"predicted_first_error": 1},
            "/judge: is not there, and predicted_first_error is; give the name of the judge",
        ),
        (
            {"judge": "j"},
            "/predicted_first_error: is not there, and judge is; give null where it could not be parsed",
        ),
        ({"judge": "j", "predicted_first_error": None}, None),
        ({"judge": "j", "predicted_first_error": 99}, None),
        ({"judge": None, "predicted_first_error": None}, None),
        ({"judge": "prm", "step_scores": [1, 0.5, 0]}, None),
        ({"judge": "prm", "step_scores": [1]}, "/step_scores: 1 score, and the trace has 3 steps"),
        (
            {"judge": "prm", "step_scores": [1, 1, 1], "predicted_first_error": 0},
            "/step_scores: is there, and predicted_first_error is too; give one of them",
        ),
        ({"step_scores": [1, 1, 1]}, "/judge: is not there, and step_scores is; give the name of the judge"),
        (
            {"judge_setting": "reference-free"},
            "/judge: is not there, and judge_setting is; give the name of the judge",
        ),
    ],
)
def test_what_is_wrong_with_a_row_that_its_schema_accepts(fields: dict[str, Any], fault: str | None, row: Row) -> None:
    assert ReTraceQa().fault(row(**fields)) == fault


def test_rows_of_the_same_id_data_set_and_model_are_about_one_trace(row: Row, rows_of: RowsOf) -> None:
    found = gather(
        rows_of(row(), row(model="other"), row(dataset="qasc"), row(judge="j", predicted_first_error=0), row(id="1"))
    )
    assert found.of_row == [0, 1, 2, 0, 3]
    assert found.traces[0].judgements == {Judge("j", None): 0}


def settled(rows_of: RowsOf, *records: dict[str, Any]) -> Annotation | None:
    found = gather(rows_of(*records))
    assert found.contradicting == {}
    (trace,) = found.traces
    return trace.settled()


def test_the_step_that_most_annotators_name_is_settled_on_with_the_type_that_most_of_these_give(
    row: Row, rows_of: RowsOf
) -> None:
    found = settled(
        rows_of,
        row(1, annotator="a", error_type="reasoning"),
        row(1, annotator="b", error_type="reasoning"),
        row(1, annotator="c", error_type="hallucination"),
        row(0, annotator="d", error_type="hallucination"),
        row(-1, annotator="e"),
    )
    assert found == Annotation(1, "reasoning")


def test_annotators_that_are_divided_settle_on_nothing_and_on_no_type(row: Row, rows_of: RowsOf) -> None:
    assert settled(rows_of, row(1, annotator="a"), row(2, annotator="b")) is None
    one, other = (
        row(1, annotator=name, error_type=kind) for name, kind in (("a", "reasoning"), ("b", "hallucination"))
    )
    assert settled(rows_of, one, other) == Annotation(1, None)


def test_an_annotation_of_nobody_in_particular_outweighs_those_of_annotators(row: Row, rows_of: RowsOf) -> None:
    assert settled(rows_of, row(1, annotator="a"), row(1, annotator="b"), row(2)) == Annotation(2, None)


def test_a_row_of_a_judge_need_not_repeat_the_annotation(row: Row, rows_of: RowsOf) -> None:
    judged = row(None, judge="j", predicted_first_error=1, answer_correct=None)
    assert settled(rows_of, judged, row(1, error_type="reasoning")) == Annotation(1, "reasoning")
    assert gather(rows_of(judged, row())).traces[0].answer_correct is True


def test_nobody_settles_on_anything_where_nobody_annotated(row: Row, rows_of: RowsOf) -> None:
    assert settled(rows_of, row(None)) is None


@pytest.mark.parametrize(
    ("first", "second", "field"),
    [
        ({}, {"steps": ["a", "b"]}, "/steps"),
        ({}, {"steps": None, "trace": "a\n\nb"}, "/trace"),
        ({}, {"answer_correct": False}, "/answer_correct"),
        ({}, {"first_error": 1}, "/first_error"),
        ({"annotator": "a"}, {"annotator": "a", "first_error": 1}, "/first_error"),
        (
            {"first_error": 1, "error_type": "reasoning"},
            {"first_error": 1, "error_type": "hallucination"},
            "/error_type",
        ),
        (
            {"judge": "j", "predicted_first_error": 1},
            {"judge": "j", "predicted_first_error": None, "annotator": "a"},
            "/predicted_first_error",
        ),
        (
            {"judge": "j", "step_scores": [1, 1, 1]},
            {"judge": "j", "step_scores": [1, 1, 0], "annotator": "a"},
            "/step_scores",
        ),
    ],
)
def test_a_row_that_says_something_else_of_its_trace_is_named_and_left_out(
    first: dict[str, Any], second: dict[str, Any], field: str, row: Row, rows_of: RowsOf
) -> None:
    found = gather(rows_of(row(id=7), row(**first), row(**second)))
    assert list(found.contradicting) == [2]
    assert found.contradicting[2].startswith(f"rows.jsonl:3: {field}: ")
    assert found.contradicting[2].endswith("the trace that rows.jsonl:2 is about")
    assert len(found.traces[1].annotations) == 1


def test_the_text_of_a_trace_and_its_steps_are_the_same_trace(row: Row, rows_of: RowsOf) -> None:
    assert gather(rows_of(row(), row(steps=None, trace="a\n\nb\n\nc"))).contradicting == {}
