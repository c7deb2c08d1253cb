"""The same problems with and without steps, by level, next to human marks, and every sample in one class."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.stats import kendalltau, spearmanr

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.scorecards.codesteps.faults import row_fault
from cgr_audit.scorecards.codesteps.human_marks import human_agreement
from cgr_audit.scorecards.codesteps.scorer import CodeSteps
from cgr_audit.scorecards.codesteps.sws_levels import levels_of, sws_by_level_table
from cgr_audit.scorecards.row_source import AcceptedRows, Rows
from cgr_audit.scorecards.scorecard import Scored, score
from cgr_audit.scorecards.tables import scorecard_tables

REFERENCE = ["read the numbers", "sort them"]


def row(number: int, setting: str | None, *passed: bool | None, **fields: Any) -> dict[str, Any]:
    own = {"predicted_steps": REFERENCE} if setting in {None, "own_steps"} else {}
    samples = [{"passed": one, **own} for one in passed]
    return {"id": number, "model": "m", "setting": setting, "reference_steps": REFERENCE, "samples": samples, **fields}


def scored(*records: dict[str, Any]) -> Scored:
    return score(
        CodeSteps(thresholds=(0.5,)), Rows(list(records), [""] * len(records), (), ()), resampling=Resampling(50)
    )


def test_one_problem_may_be_solved_once_in_each_setting() -> None:
    accepted = AcceptedRows(CodeSteps.key)
    settings = (None, "without_steps", "given_steps", "own_steps", "given_steps")
    kept = [accepted.take(row(1, one, True), str(line)) for line, one in enumerate(settings)]
    assert kept == [True, True, True, False, False]
    assert accepted.bad[0] == "3: /id: the same id, model, setting as 0; keep one of the two"


def test_steps_are_scored_in_the_setting_with_own_steps_alone() -> None:
    found = scored(row(1, "own_steps", True), row(1, "without_steps", False), row(1, "given_steps", True))
    rows = {figure.key: figure.rows for figure in found.overall.figures}
    assert (rows["sws"], rows["rouge_l"], rows["pass@1"]) == (1, 1, 3)
    assert found.scored.notes == (
        "Rows of 3 settings: figures of all rows, and by model or level, are over all of them.",
    )
    by_setting = next(one for one in found.divisions if one.name == "by-setting")
    assert [group.labels[0][1] for group in by_setting.groups] == ["without_steps", "own_steps", "given_steps"]


def test_predicted_steps_in_another_setting_are_a_fault() -> None:
    record = {**row(1, "given_steps"), "samples": [{"predicted_steps": ["a"]}]}
    assert row_fault(record) == "/samples/0/predicted_steps: given, although the setting is given_steps"


def test_settings_are_compared_over_the_problems_that_have_both() -> None:
    rows = [
        row(1, "without_steps", False, False), row(1, "own_steps", True, False), row(1, "given_steps", True, True),
        row(2, "without_steps", True, False), row(2, "own_steps", False, False), row(3, "own_steps", True),
        row(3, "without_steps", None), row(1, "own_steps", False, model="n"),
    ]  # fmt: skip
    compared = next(one for one in scored(*rows).divisions if one.name == "settings")
    found = {group.labels: [(figure.rate, figure.rows) for figure in group.figures] for group in compared.groups}
    assert found == {
        (("model", "m"), ("settings", "own steps − without steps")): [(0.0, 2), (0.25, 2), (0.25, 2)],
        (("model", "m"), ("settings", "given steps − without steps")): [(1.0, 1), (1.0, 1), (0.0, 1)],
        (("model", "m"), ("settings", "given steps − own steps")): [(0.5, 1), (1.0, 1), (0.5, 1)],
    }
    assert not any(one.name == "settings" for one in scored(rows[0], rows[4]).divisions)


def test_pass_at_1_by_threshold_interval_and_level_by_hand() -> None:
    records = [{"level": level} for level in ("advanced", "basic", "basic", "basic", "advanced")]
    sws = [np.array([0.95, 0.05, 0.0, 0.95, np.nan]), np.array([0.95, 0.05, 0.05, 0.2, np.nan])]
    levels = levels_of(records, ("basic", "challenging", "advanced"))
    table = sws_by_level_table(levels, [0.7, 0.8], sws, np.array([1.0, 0.5, 0.0, 0.25, 1.0]))
    assert [column.label for column in table.columns] == [
        "threshold", "SWS", "all: rows", "all: pass@1 %", "basic: rows", "basic: pass@1 %", "advanced: rows",
        "advanced: pass@1 %",
    ]  # fmt: skip
    assert table.cells() == (
        ("0.700", "0.0 to 0.1", "2", "25.00", "2", "25.00", "0", "–"),
        ("0.700", "0.9 to 1.0", "2", "62.50", "1", "25.00", "1", "100.00"),
        ("0.800", "0.0 to 0.1", "2", "25.00", "2", "25.00", "0", "–"),
        ("0.800", "0.2 to 0.3", "1", "25.00", "1", "25.00", "0", "–"),
        ("0.800", "0.9 to 1.0", "1", "100.00", "0", "–", "1", "100.00"),
    )
    many = levels_of([{"level": number} for number in range(7)], ())
    assert len(sws_by_level_table(many, [0.7], [np.zeros(7)], np.ones(7)).columns) == 4


def test_correlations_are_by_level_too() -> None:
    rows = [row(place, None, place % 2 == 0, level=level) for place, level in enumerate(["basic", "advanced"] * 3)]
    found = scored(*rows).scored.found["correlations"]
    assert [(one["level"], one["threshold"], one["rows"]) for one in found] == [
        *product([None], [0.5, 0.8], [6]), *product(["basic", "advanced"], [0.5, 0.8], [3]),
    ]  # fmt: skip


def test_agreement_with_human_marks_is_that_of_scipy() -> None:
    marks = np.array([1, 2, 2, 3, np.nan, 5, 4, 4, 1, 2])
    scores = np.array([0.1, 0.3, 0.2, 0.2, 0.9, 0.8, 0.9, 0.5, 0.0, 0.3])
    there = ~np.isnan(marks)
    assert human_agreement(marks, {"SWS": scores, "step F1": np.ones(10)}) == [
        {
            "score": "SWS",
            "samples": 9,
            "spearman": pytest.approx(spearmanr(marks[there], scores[there]).statistic, abs=1e-9),
            "kendall": pytest.approx(kendalltau(marks[there], scores[there]).statistic, abs=1e-9),
        },
        {"score": "step F1", "samples": 9, "spearman": None, "kendall": None},
    ]


def test_marks_of_samples_are_held_against_their_own_scores() -> None:
    steps = [["read the numbers", "sort them"], ["read the numbers", "x"], ["x", "y"]]
    samples = [{"predicted_steps": one, "human_mark": mark} for one, mark in zip(steps, (5, 3.5, 1), strict=True)]
    found = scored({**row(1, None), "samples": samples}, row(1, "without_steps", True))
    assert {one["score"]: (one["samples"], one["spearman"]) for one in found.scored.found["human_marks"]}["SWS"] == (
        3, 1.0,
    )  # fmt: skip
    assert any(table.name == "human-marks" for table in scorecard_tables(found))


def test_every_sample_is_in_one_class_and_code_that_is_not_run_in_one_of_its_own() -> None:
    cases = [{"input": "1", "output": "2"}]
    cpp = {"id": 2, "language": "C++", "test_cases": cases, "samples": [{"code": "int main() {}"}] * 2}
    failing = {"id": 1, "samples": [{"passed": False, "failure": "timeout"}, {"passed": True}, {}]}
    table = next(one for one in scorecard_tables(scored(failing, cpp)) if one.name == "outcomes")
    assert table.cells() == (
        ("passed", "1", "20.00"),
        ("failed: timeout", "1", "20.00"),
        ("not run: C++", "2", "40.00"),
        ("not judged: no verdict", "1", "20.00"),
    )
