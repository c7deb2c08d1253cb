"""Call bounds as numbers."""

from __future__ import annotations

import pytest

from cgr_audit.audit.program_audit import CallBoundRecord
from cgr_audit.gate.bound import at_most


@pytest.mark.parametrize(
    ("kind", "largest", "expression", "options", "calls"),
    [
        ("finite", 7, "7", None, 7),
        ("finite", 3, "min(3, options)", None, 3),
        ("finite", 3, "min(3, options)", 2, 2),
        ("options", None, "2 + options", 5, 7),
        ("options", None, "options*(options-1)/2", 5, 10),
        ("options", None, "max(4, 2*options*options)", 3, 18),
        ("options", None, "2 + options", None, None),
        ("options", None, "2 ** options", 5, None),
        ("options", None, "__import__('os')", 5, None),
        ("unbounded", None, "unbounded", 5, None),
        ("unknown", None, "unknown", 5, None),
    ],
)
def test_a_bound_has_a_number_where_its_expression_has_one(
    kind: str, largest: int | None, expression: str, options: int | None, calls: int | None
) -> None:
    assert at_most(CallBoundRecord(kind, largest, expression), options) == calls
