"""What is said where many programs end with one error."""

from __future__ import annotations

from cgr_audit.cli.shared_errors import shared_error
from cgr_audit.records.rows import ResultRow

NO_ITEMS = "AttributeError: 'list' object has no attribute 'items'"


def row(item: int, outcome: str, error: str | None = None, solver: str = "s") -> ResultRow:
    return ResultRow("d", str(item), solver, "g", 0, outcome=outcome, error=error)


def test_an_error_that_many_programs_share_is_said_once_whatever_its_line() -> None:
    rows = [row(n, "guest_error", f"line {n}: {NO_ITEMS}", solver) for n in range(3) for solver in ("s", "t")]
    rows += [row(n, "completed") for n in range(3, 12)] + [row(12, "refused", "refused: CGR401")]
    assert shared_error(rows) == (
        f"3 of 12 programs that ran end with {NO_ITEMS}: are they given what they expect? [entry] and [item] of the "
        "contract say what they are given"
    )


def test_errors_of_a_few_programs_are_their_own() -> None:
    assert shared_error([]) is None
    assert shared_error([row(n, "guest_error", f"line 1: {NO_ITEMS}", s) for n in (1, 2) for s in "stu"]) is None
    few = [row(n, "guest_error", f"line 1: {NO_ITEMS}") for n in range(3)] + [row(n, "completed") for n in range(3, 13)]
    assert shared_error(few) is None
