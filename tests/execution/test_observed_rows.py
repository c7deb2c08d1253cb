"""What the runs behind result rows show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cgr_audit.execution.observed_rows import seen_in_rows
from cgr_audit.records.lines import write_lines
from cgr_audit.records.package import open_package
from cgr_audit.records.rows import CallRow, Item, ProgramRecord, ResultRow, SolverEntry, to_record
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers
from cgr_audit.source.contract import load_contract

SHA = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
"""Of no bytes."""


def seen(folder: Path, bound: int | None = None, calls: tuple[int, ...] = (1,), **fields: Any) -> list[tuple[str, str]]:
    """Code and message of everything seen in a package with one row, whose attempts made so many calls."""
    options = tuple({"id": letter, "text": letter} for letter in "AB")
    row = ResultRow("d", "i", "s", "g", 0, origin="executed", **{"outcome": "completed", **fields})
    made = [
        CallRow("d", "i", "s", "g", 0, "assisted", attempt, number, "?", {}, "A")
        for attempt, count in enumerate(calls, start=1)
        for number in range(count)
    ]
    write_items(folder, [Item("i", "d", "?", options, ("A",))])
    write_programs(folder, [(ProgramRecord("p.py", "d", "i", "g", 0, SHA), b"")])
    write_solvers(folder, {"s": SolverEntry(registered=True)})
    write_lines(folder / "results.jsonl", [to_record(row)])
    write_lines(folder / "calls.jsonl", map(to_record, made))
    write_manifest(folder, name="n", contract="cgr", created=None)
    found = seen_in_rows(open_package(folder), load_contract("cgr"), {"p.py": bound})
    assert set(found) == {"p.py"}
    assert all(one.where.startswith("in the row of the solver s") for one in found["p.py"])
    return [(one.code.value, one.message) for one in found["p.py"]]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"solverLLM_assisted_ans": "A"}, []),
        ({"solverLLM_assisted_ans": "C"}, [("CGR903", "the answer 'C' is not an option of the item")]),
        (
            {"solverLLM_assisted_ans": "X"},
            [("CGR903", "the answer is 'X', which says that none could be extracted")],
        ),
        (
            {"outcome": "guest_error", "error": "line 7: KeyError: 'x: y'"},
            [("CGR904", "line 7: KeyError: 'x: y'")],
        ),
        (
            {"outcome": "limit_exceeded", "error": "fuel limit exceeded: allowed 10"},
            [("CGR905", "fuel limit exceeded: allowed 10")],
        ),
        ({"outcome": "completed", "contract_broken": True, "error": "returned None"}, [("CGR906", "returned None")]),
        ({"outcome": "host_failure", "error": "no solver"}, []),
        ({"outcome": "refused"}, []),
    ],
)
def test_how_a_row_ended(tmp_path: Path, fields: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert seen(tmp_path, **fields) == expected


def test_calls_are_counted_for_each_attempt(tmp_path: Path) -> None:
    found = seen(tmp_path, bound=11, calls=(6, 12), solverLLM_assisted_ans="A")
    assert [code for code, _ in found] == ["CGR902", "CGR907"]
    assert found[0][1] == "12 solver calls; the contract allows 10"


def test_calls_of_several_attempts_are_no_overrun(tmp_path: Path) -> None:
    assert seen(tmp_path, bound=6, calls=(6, 6), solverLLM_assisted_ans="A") == []
