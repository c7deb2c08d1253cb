"""CodeStepsEval from rows to figures, by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from benchmarks.scorecard_rows.codesteps import rows as made_up
from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.schema import check_record
from cgr_audit.scorecards.codesteps.alignment import Pointer
from cgr_audit.scorecards.codesteps.scorer import NOTHING_TO_SCORE, CodeSteps
from cgr_audit.scorecards.codesteps.similarity.token_set import TokenSet
from cgr_audit.scorecards.row_source import Rows
from cgr_audit.scorecards.scorecard import Scored, score
from cgr_audit.scorecards.scorecard_files import scorecard_record
from cgr_audit.scorecards.tables import scorecard_tables
from tests.scorecards.codesteps.plain_algorithm import added_up, matched

REFERENCE = ["read the numbers", "sort them", "print the largest"]
HALF = ["read the numbers", "print the largest"]
"""Two of the three, so that as printed only the first is matched."""


def sample(
    steps: Sequence[str] | None = None, passed: bool | None = None, failure: str | None = None
) -> dict[str, Any]:
    return {"predicted_steps": steps, "passed": passed, "failure": failure}


def row(
    number: int, *samples: dict[str, Any], steps: Sequence[str] | None = REFERENCE, **fields: Any
) -> dict[str, Any]:
    return {"id": number, "model": "m", "reference_steps": steps, "samples": list(samples), **fields}


def scored(*records: dict[str, Any], scorer: CodeSteps | None = None, by: Sequence[str] = ()) -> Scored:
    places = [f"rows.jsonl:{number}" for number, _ in enumerate(records, start=1)]
    chosen = scorer or CodeSteps()
    assert [chosen.fault(record) for record in records] == [None] * len(records)
    return score(chosen, Rows(list(records), places, (), ()), resampling=Resampling(100), by=by)


def rates(found: Scored) -> dict[str, float | None]:
    return {figure.key: figure.rate for figure in found.overall.figures}


def test_a_group_without_reference_steps_is_about_pass_at_1() -> None:
    found = scored(row(1, sample(REFERENCE), model="steps"), row(2, sample(passed=True), steps=None, model="code"))
    assert {one.labels[0][1]: one.main.key for one in found.divisions[0].groups} == {"steps": "sws", "code": "pass@1"}
    assert [figure.key for figure in found.overall.leaders] == ["sws", "pass@1"]


def test_scores_are_means_over_the_samples_of_a_row_and_then_over_rows() -> None:
    found = rates(
        scored(
            row(1, sample(REFERENCE, True), sample(HALF, False)),  # SWS 1 and 1/3: 2/3
            row(2, sample(HALF, False)),  # 1/3
        )
    )
    assert found["sws"] == pytest.approx((2 / 3 + 1 / 3) / 2)
    assert found["precision"] == pytest.approx(((1 + 1 / 2) / 2 + 1 / 2) / 2)
    assert found["recall"] == pytest.approx((2 / 3 + 1 / 3) / 2)
    assert found["f1"] == pytest.approx(((1 + 2 / 5) / 2 + 2 / 5) / 2)
    assert found["pass@1"] == pytest.approx((1 / 2 + 0) / 2)


def test_with_a_reset_the_step_behind_the_missing_one_counts() -> None:
    found = rates(scored(row(1, sample(HALF)), scorer=CodeSteps(pointer=Pointer.RESET)))
    assert found["sws"] == pytest.approx(2 / 3)


def test_sws_at_k_is_the_best_of_the_first_k_and_pass_at_k_of_all() -> None:
    found = rates(scored(row(1, sample(HALF, False), sample(REFERENCE, False), sample(HALF, True))))
    assert [found[f"sws@{k}"] for k in (1, 2, 3)] == [pytest.approx(1 / 3), 1.0, 1.0]
    assert [found[f"f1@{k}"] for k in (1, 2, 3)] == [pytest.approx(2 / 5), 1.0, 1.0]
    assert [found[f"pass@{k}"] for k in (1, 2, 3)] == [pytest.approx(1 / 3), pytest.approx(2 / 3), 1.0]


def test_pass_at_k_is_for_every_k_that_every_row_has_samples_for() -> None:
    found = rates(scored(row(1, *[sample(None, True)] * 7, steps=None), row(2, *[sample(None, False)] * 4, steps=None)))
    assert [found[f"pass@{k}"] for k in (1, 2, 3, 4)] == [0.5] * 4
    assert {key for key in found if key.startswith("pass@")} == {"pass@1", "pass@2", "pass@3", "pass@4", "pass@5"}
    assert found["pass@5"] is None


def test_a_model_whose_rows_all_have_five_samples_has_pass_at_5_though_another_has_not() -> None:
    many = [{**row(number, *[sample(None, number == 1)] * 5, steps=None), "model": "many"} for number in (1, 2)]
    few = [{**row(3, sample(None, True), steps=None), "model": "few"}]
    found = scored(*many, *few)
    by_model = next(division for division in found.divisions if division.name == "by-model")
    rates_of = {group.labels[0][1]: {figure.key: figure.rate for figure in group.figures} for group in by_model.groups}
    assert rates_of["many"]["pass@5"] == 0.5
    assert rates_of["few"]["pass@5"] is None
    assert rates(found)["pass@5"] is None


def test_rows_without_steps_count_for_pass_at_k_alone() -> None:
    found = scored(row(1, sample(REFERENCE, True)), row(2, sample(None, False), steps=None))
    assert rates(found)["sws"] == 1.0
    assert rates(found)["pass@1"] == 0.5
    assert {figure.key: figure.rows for figure in found.overall.figures if figure.key in {"sws", "pass@1"}} == {
        "sws": 1, "pass@1": 2,
    }  # fmt: skip
    assert found.scored.notes == ("1 row without reference steps: in pass@k, not in SWS and F1.",)


def test_rows_without_verdicts_count_for_steps_alone() -> None:
    found = scored(row(1, sample(REFERENCE)), row(2, sample(HALF, True)))
    assert rates(found)["pass@1"] == 1.0
    assert rates(found)["sws"] == pytest.approx(2 / 3)
    assert found.scored.notes[0] == "1 row without a sample that is known to pass or fail: not in pass@k."


def test_a_row_with_neither_is_dropped_and_counted() -> None:
    found = scored(row(1, sample(None, True), steps=None), row(2, sample(), steps=None))
    assert dict(found.overall.dropped) == {NOTHING_TO_SCORE: 1}
    assert found.overall.figures[0].rows == 1


def test_where_nothing_can_be_scored_there_is_a_figure_that_is_not_defined() -> None:
    found = scored(row(1, sample(), steps=None))
    assert dict(found.overall.dropped) == {NOTHING_TO_SCORE: 1}
    assert rates(found) == {"pass@1": None}
    assert found.overall.figures[0].interval.refused == "the figure is not defined"


def test_samples_without_a_verdict_are_left_out_of_pass_at_k() -> None:
    found = scored(row(1, sample(None, True), sample(), sample(None, False), steps=None))
    assert rates(found)["pass@1"] == 0.5
    assert rates(found)["pass@2"] == 1.0
    assert "pass@3" not in rates(found)


def test_kinds_of_failures_are_shares_of_the_samples_that_fail() -> None:
    found = scored(
        row(1, sample(None, False, "timeout"), sample(None, False, "timeout"), sample(None, True), steps=None),
        row(2, sample(None, False, "syntax_error"), sample(None, False), steps=None),
    )
    shares = {key: value for key, value in rates(found).items() if key.startswith("failure_")}
    assert shares == {
        "failure_syntax_error": 0.25, "failure_semantic_error": 0.0, "failure_timeout": 0.5,
        "failure_runtime_error": 0.0, "failure_not_said": 0.25,
    }  # fmt: skip
    table = next(table for table in scorecard_tables(found) if table.name == "failures")
    assert [(cells[0], cells[1], cells[3]) for cells in table.cells()] == [
        ("syntax error", "25.00", "1"), ("semantic error", "0.00", "0"), ("timeout", "50.00", "2"),
        ("runtime error", "0.00", "0"), ("not said", "25.00", "1"),
    ]  # fmt: skip


def test_samples_without_code_are_a_kind_of_failure() -> None:
    cases = [{"input": "1", "output": "2"}]
    code = {"code": "def f(x):\n    return x + 1\n"}
    found = scored({"id": 1, "model": "m", "samples": [code, {"code": None}], "test_cases": cases})
    assert rates(found)["pass@1"] == 0.5
    assert rates(found)["failure_no_code"] == 1.0


def test_a_curve_has_a_line_for_each_threshold_and_each_k() -> None:
    found = scored(
        row(1, sample(["read the numbers fast", "sort"], True), sample(REFERENCE, True)),
        scorer=CodeSteps(threshold=0.9, thresholds=(0.5, 0.95)),
    )
    tables = {table.name: table for table in scorecard_tables(found)}
    assert [record["at"] for record in tables["by-threshold"].records] == [0.5, 0.95]
    assert [record["at"] for record in tables["by-k"].records] == [1, 2]
    assert {"pass_k", "sws_k", "f1_k"} <= set(tables["by-k"].records[0])
    assert "threshold" not in " ".join(record["measure"] for record in tables["overall"].records)


def test_every_score_of_made_up_rows_is_that_of_plain_loops() -> None:
    from rapidfuzz import fuzz

    def alike(first: str, second: str) -> float:
        return fuzz.token_set_ratio(first, second) / 100

    records = list(made_up(40, seed=3, samples=3))
    for pointer in Pointer:
        found = scored(*records, scorer=CodeSteps(threshold=0.7, pointer=pointer))
        expected = []
        for record in records:
            reference = record["reference_steps"]
            values = [
                added_up(matched(reference, one["predicted_steps"], alike, 0.7, reset=pointer is Pointer.RESET))
                for one in record["samples"]
            ]
            expected.append([value / len(reference) for value in values])
        assert found.scored.table()["sample_sws"].tolist() == expected
        assert rates(found)["sws"] == pytest.approx(sum(sum(row) / 3 for row in expected) / 40)
        assert rates(found)["sws@2"] == pytest.approx(sum(max(row[:2]) for row in expected) / 40)


def test_the_document_is_what_its_schema_says_and_names_what_the_figures_depend_on() -> None:
    found = scored(*made_up(30, seed=1, samples=2), by=["level"])
    record = scorecard_record(found)
    assert check_record("scorecard", record) is None
    assert record["settings"] | {"by": []} == {
        "threshold": 0.8,
        "thresholds": [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95],
        "pointer": "printed",
        "similarity": "token-set",
        "similarity_version": TokenSet().version(),
        "limits": record["settings"]["limits"],
        "by": [],
        "resamples": 100,
        "seed": 0,
        "level": 0.95,
    }
    assert record["found"]["samples"]["samples"] == 60
    of_all = [one["threshold"] for one in record["found"]["correlations"] if one["level"] is None]
    assert of_all == record["settings"]["thresholds"]


def test_made_up_rows_are_rows() -> None:
    for record in made_up(20, seed=5):
        assert check_record("codesteps_row", record) is None
        assert CodeSteps().fault(record) is None
