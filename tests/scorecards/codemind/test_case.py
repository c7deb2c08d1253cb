"""Which rows of CodeMind are the same row."""

from __future__ import annotations

from typing import Any

import pytest

from cgr_audit.scorecards.codemind.case import KEY

ROW = {"id": 1, "benchmark": "b", "model": "m"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({}, {"task": "ier"}),
        ({"task": None}, {"task": "ier"}),
        ({"setting": None}, {}),
        ({"setting": ""}, {}),
        ({"task": "sr", "setting": "noTest"}, {"task": "sr", "setting": "no_test"}),
        ({"task": "sr", "setting": "without tests"}, {"task": "sr", "setting": "none"}),
        ({"task": "sr", "setting": "oneTest"}, {"task": "sr", "setting": "with_test"}),
        ({"task": "sr", "setting": "Misleading"}, {"task": "sr", "setting": "misleadingTest"}),
    ],
)
def test_what_is_left_out_or_written_otherwise_makes_no_other_row(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert KEY.of(ROW | one) == KEY.of(ROW | other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({}, {"task": "der"}),
        ({"task": "der"}, {"task": "sr"}),
        ({"task": "sr", "setting": "with_test"}, {"task": "sr", "setting": "no_test"}),
        ({"task": "sr", "setting": "greedy"}, {"task": "sr", "setting": "sample 2"}),
        ({"task": "sr", "setting": "with_test"}, {"task": "sr"}),
        ({"task": "ier", "setting": "none"}, {"task": "ier", "setting": "no"}),
        ({"task": "der", "setting": "oneTest"}, {"task": "der", "setting": "with_test"}),
    ],
)
def test_what_differs_makes_another_row(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert KEY.of(ROW | one) != KEY.of(ROW | other)
