"""Q→A, Q→R, Q→AR, the guess rate and the leaderboard."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from benchmarks.clr_bench_leaderboard import DEFAULT_DATA, KNOWN, overall_figures
from benchmarks.scorecard_rows.clr_bench import QUESTIONS, rows
from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.scorecards.clr_bench.leaderboard import question_weighted
from cgr_audit.scorecards.clr_bench.question_type import QuestionType
from cgr_audit.scorecards.clr_bench.scorer import ClrBench
from cgr_audit.scorecards.clr_bench.scores import combined
from cgr_audit.scorecards.row_source import Rows, RowSource
from cgr_audit.scorecards.scorecard import Scored, score
from cgr_audit.tables.table import Table


def scored(*records: Mapping[str, Any]) -> Scored:
    places = [f"rows.jsonl:{number}" for number in range(1, len(records) + 1)]
    source = RowSource("rows.jsonl", "0" * 64, len(records))
    return score(
        ClrBench(), Rows([dict(one) for one in records], places, (), (source,)), resampling=Resampling(50, 0, 0.95)
    )


def row(answer: float, rationale: float, model: str = "m", kind: str = "MC", number: int = 0) -> dict[str, Any]:
    return {"id": number, "type": kind, "model": model, "answer_score": answer, "rationale_score": rationale}


def rate(found: Scored, key: str) -> float | None:
    return next(figure.rate for figure in found.overall.figures if figure.key == key)


def leaderboard(found: Scored) -> Table:
    return next(table for table in found.scored.main_tables if table.name == "leaderboard")


@pytest.mark.parametrize(
    ("answer", "rationale", "together"),
    [
        (1, 1, 1), (1, 0.5, 0.5), (1, 0, 0),
        (0, 1, 0.5), (0, 0.5, 0.25), (0, 0, 0),
        (0.5, 1, 0.75), (0.5, 0.5, 0.375), (0.5, 0, 0),
    ],
)  # fmt: skip
def test_every_cell_of_the_table_of_answer_and_rationale(answer: float, rationale: float, together: float) -> None:
    assert combined(np.array([answer]), np.array([rationale])).tolist() == [together]
    found = scored(row(answer, rationale))
    assert (rate(found, "qa"), rate(found, "qr"), rate(found, "qar")) == (answer, rationale, together)


def test_a_half_right_answer_is_the_mean_of_a_right_and_a_wrong_one_and_that_is_said() -> None:
    for rationale in (0.0, 0.5, 1.0):
        right, half, wrong = combined(np.array([1, 0.5, 0]), np.full(3, rationale))
        assert half == (right + wrong) / 2
    (note,) = scored(row(0.5, 1, kind="OE"), row(0.5, 1, kind="MS"), row(1, 1, kind="MC")).scored.notes
    assert "half-right" in note


def test_half_right_answers_to_questions_that_are_right_or_wrong_are_taken_and_said() -> None:
    rows = (row(0.5, 1, kind="TF"), row(0.5, 0, kind="MC"), row(0.5, 1, kind="MC"), row(0.5, 1, kind="OE"))
    said = scored(*rows).scored.notes[1]
    assert said.startswith(
        "3 half-right answers to questions of types that the benchmark scores right or wrong, MC (2), TF (1)"
    )
    assert scored(row(1, 0.5)).scored.notes == ()


def test_guessed_are_right_answers_with_a_wrong_rationale_and_half_right_ones_are_neither() -> None:
    found = scored(row(1, 0), row(1, 0.5), row(1, 1), row(1, 0), row(0, 0), row(0.5, 0, kind="MS"))
    (guessed,) = [figure for figure in found.overall.figures if figure.key == "guess_rate"]
    assert (guessed.rate, guessed.rows, guessed.correct) == (0.5, 4, 2)


def test_the_guess_rate_of_no_right_answers_is_not_defined() -> None:
    assert rate(scored(row(0, 1)), "guess_rate") is None


def test_an_id_may_be_of_one_question_of_every_type() -> None:
    assert ClrBench.key.fields == ("id", "type", "model")


def test_the_leaderboard_ranks_models_by_q_ar_with_equal_ones_on_the_same_rank() -> None:
    found = leaderboard(
        scored(
            row(1, 1, "middle", "MC", 1), row(1, 0, "middle", "TF", 1),
            row(1, 0.5, "equal", "MC", 1), row(1, 0.5, "equal", "TF", 1),
            row(1, 1, "best", "MC", 1), row(0, 1, "best", "TF", 1),
            row(0, 0, "last", "MC", 1), row(0, 0, "last", "TF", 1),
        )
    )  # fmt: skip
    assert [(line["rank"], line["model"], line["qa"], line["qar"]) for line in found.records] == [
        (1, "best", 0.5, 0.75),
        (2, "equal", 1, 0.5),
        (2, "middle", 1, 0.5),
        (4, "last", 0, 0),
    ]
    assert [column.label for column in found.columns] == [
        "rank", "model",
        "Q→A MC", "Q→A MS", "Q→A TF", "Q→A FB", "Q→A OE", "Q→A",
        "Q→AR MC", "Q→AR MS", "Q→AR TF", "Q→AR FB", "Q→AR OE", "Q→AR",
    ]  # fmt: skip
    assert found.cells()[2] == (
        "2", "middle", "100.00", "–", "100.00", "–", "–", "100.00", "100.00", "–", "0.00", "–", "–", "50.00",
    )  # fmt: skip
    assert (found.records[0]["questions_MC"], found.records[0]["questions_OE"]) == (1, 0)


def test_overall_is_the_mean_of_rows_and_the_question_weighted_mean_of_types_and_not_that_of_types() -> None:
    found = scored(*rows(4 * sum(QUESTIONS.values()), seed=3))
    by_model = next(division for division in found.divisions if division.name == "by-model")
    by_type = next(division for division in found.divisions if division.name == "by-model-type")
    assert len(by_model.groups) == 4
    for group in by_model.groups:
        model = dict(group.labels)["model"]
        parts = [part for part in by_type.groups if dict(part.labels)["model"] == model]
        assert {dict(part.labels)["type"]: part.figures[0].rows for part in parts} == QUESTIONS
        (line,) = [line for line in leaderboard(found).records if line["model"] == model]
        for figure, key in zip(group.figures[:2], ("qar", "qa"), strict=True):
            place = [one.key for one in parts[0].figures].index(key)
            rates = {dict(part.labels)["type"]: part.figures[place].rate or 0.0 for part in parts}
            assert figure.key == key
            assert figure.rate == pytest.approx(question_weighted(rates, QUESTIONS), abs=1e-12)
            assert figure.rate == pytest.approx(line[key], abs=1e-12)
            assert figure.rate != pytest.approx(sum(rates.values()) / 5, abs=1e-4)


def test_types_stand_in_the_order_of_the_published_leaderboard() -> None:
    assert [str(kind) for kind in QuestionType] == ["MC", "MS", "TF", "FB", "OE"]
    assert list(QUESTIONS) == [str(kind) for kind in QuestionType]


needs_data = pytest.mark.skipif(
    not (DEFAULT_DATA / "clr_bench").is_dir(), reason="the published leaderboard is not here"
)


@needs_data
def test_all_published_overall_figures_but_the_known_one_follow_from_their_types() -> None:
    found = overall_figures(DEFAULT_DATA)
    assert len(found) == 80
    assert sum(one.follows for one in found) == 79
    (other,) = [one for one in found if not one.follows]
    assert {(other.model, other.metric)} == KNOWN
    assert (round(other.computed, 2), other.published) == (42.26, 42.29)


@needs_data
def test_rows_with_the_published_means_give_the_published_q_a() -> None:
    """Of right and wrong answers as many as a type's figure says, the overall figure is the published one."""
    with (DEFAULT_DATA / "clr_bench" / "leaderboard.csv").open(newline="", encoding="utf-8") as stream:
        line = next(csv.DictReader(stream))
    records = []
    for kind, questions in QUESTIONS.items():
        halves = round(2 * questions * float(line[f"qa_{kind.lower()}"]) / 100)
        answers = [1.0] * (halves // 2) + [0.5] * (halves % 2)
        answers += [0.0] * (questions - len(answers))
        records += [row(answer, 0, line["model"], kind, number) for number, answer in enumerate(answers)]
    (found,) = leaderboard(scored(*records)).records
    assert f"{100 * found['qa']:.2f}" == line["qa_overall"]
