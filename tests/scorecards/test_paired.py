"""Differences between conditions: over the cases that have a result under both."""

from __future__ import annotations

import numpy as np

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.scorecards.grouping import compared
from cgr_audit.scorecards.paired import Contrast, paired_differences

CONTRAST = Contrast("ways", "share", "item", {"a": "first way", "b": "second way"}, (("a", "b"),))
LABELS = (("model", "m"),)


def test_several_results_of_a_case_are_averaged_and_cases_with_one_side_are_left_out() -> None:
    rows = [(1, "a", 1.0), (1, "a", 0.0), (1, "b", 0.0), (2, "a", 1.0), (2, "b", 1.0), (3, "a", 1.0), (4, "b", np.nan)]
    cases, conditions, outcomes = zip(*rows, strict=True)
    found = paired_differences(CONTRAST, cases, conditions, np.array(outcomes), [(LABELS, np.arange(7))])
    assert found is not None
    (group,) = compared(found, Resampling(100, 0, 0.95)).groups
    assert group.labels == (*LABELS, ("ways", "first way − second way"))
    assert [(figure.rate, figure.rows) for figure in group.figures] == [(0.25, 2), (0.75, 2), (0.5, 2)]


def test_without_a_case_under_both_there_is_no_comparison() -> None:
    assert paired_differences(CONTRAST, [1, 2], ["a", "b"], np.ones(2), [((), np.arange(2))]) is None
