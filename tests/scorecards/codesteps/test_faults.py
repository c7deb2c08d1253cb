"""Rows that the schema accepts and that cannot be scored."""

from __future__ import annotations

from typing import Any

import pytest

from cgr_audit.scorecards.codesteps.faults import row_fault


def row(*samples: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"id": 1, "samples": list(samples), **fields}


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        (row(), "/samples: empty; a row needs at least one sample"),
        (
            row({"predicted_steps": ["a"]}, reference_steps=[]),
            "/reference_steps: empty, and SWS divides by their number; without the field, the row counts for pass@k",
        ),
        (
            row({"predicted_steps": ["a"]}, {"predicted_steps": []}, reference_steps=["a"]),
            "/samples/1/predicted_steps: empty, and step precision divides by their number",
        ),
        (
            row({"passed": True}, reference_steps=["a"]),
            "/samples/0/predicted_steps: missing, although the row has reference_steps",
        ),
        (row({"passed": True, "failure": "timeout"}), "/samples/0/failure: timeout, although the sample passed"),
    ],
)
def test_a_row_that_cannot_be_scored_is_named_with_its_field(record: dict[str, Any], fault: str) -> None:
    assert row_fault(record) == fault


@pytest.mark.parametrize(
    "record",
    [
        row({"predicted_steps": ["a"], "passed": True}, reference_steps=["a"]),
        row({"predicted_steps": [""]}, reference_steps=[" "]),
        row({"passed": True}),
        row({"passed": False, "failure": "timeout"}),
        row({"predicted_steps": [], "passed": False}, reference_steps=None),
        row({}),
    ],
)
def test_a_row_that_can_be_scored_or_dropped_is_none(record: dict[str, Any]) -> None:
    assert row_fault(record) is None
