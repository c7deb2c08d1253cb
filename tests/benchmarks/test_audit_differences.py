"""How two records of audits are compared."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import audit_differences, audit_record


def row(program_id: str = "a", **changed: Any) -> dict[str, Any]:
    return {
        "set": "demo",
        "program_id": program_id,
        "sha256": "0",
        "outcome": "analysed",
        "findings": [],
        "verdict": "approved",
        "reasons": [],
        "call_bound": {"kind": "finite", "max": 3, "text": "3"},
        "solver_call_sites": 3,
        "provenance": ["solver"],
        "ms": 5.0,
        "mb": None,
        **changed,
    }


def finding(code: str, span: str, message: str = "said") -> dict[str, str]:
    return {"code": code, "span": span, "severity": "warning", "message": message}


@pytest.fixture
def compare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def compared(before: list[dict[str, Any]], after: list[dict[str, Any]], *options: str) -> tuple[int, list[str]]:
        for name, rows in (("before", before), ("after", after)):
            (tmp_path / name).write_text("".join(json.dumps(one) + "\n" for one in rows), "utf-8")
        files = [str(tmp_path / "before"), str(tmp_path / "after")]
        monkeypatch.setattr(sys, "argv", ["audit_differences", *files, *options])
        code = audit_differences.main()
        said = capsys.readouterr().out.splitlines()
        end = next((number for number, line in enumerate(said) if line.endswith(" per program")), len(said))
        return code, said[1:end]

    return compared


def test_time_and_memory_are_no_differences(compare: Any) -> None:
    assert compare([row(), row("b")], [row(ms=500.0), row("b", mb=7.0)]) == (0, [])


def test_a_finding_is_the_same_where_its_code_and_start_are(compare: Any) -> None:
    before = [finding("CGR306", "2:5-2:9"), finding("CGR306", "7:1-7:2"), finding("CGR301", "3:1-3:9", "old words")]
    after = [finding("CGR306", "2:5-2:9"), finding("CGR109", "4:1-4:2"), finding("CGR301", "3:1-3:9", "new words")]
    found = compare([row(findings=before)], [row(findings=after)])
    assert found == (
        1,
        [
            "findings",
            "  CGR109 demo: 0 gone, 1 new, 0 reworded",
            "    new: a@4:1",
            "  CGR301 demo: 0 gone, 0 new, 1 reworded",
            "  CGR306 demo: 1 gone, 0 new, 0 reworded",
            "    gone: a@7:1",
        ],
    )
    alone = compare([row(findings=before)], [row(findings=after)], "--code", "CGR109")
    assert alone == (1, ["findings", "  CGR109 demo: 0 gone, 1 new, 0 reworded", "    new: a@4:1", "1 differences"])


def test_two_findings_at_one_place_of_which_one_goes(compare: Any) -> None:
    twice = [finding("CGR109", "1:1-1:5", "first"), finding("CGR109", "1:1-1:9", "second")]
    lines = compare([row(findings=twice)], [row(findings=twice[:1])])[1]
    assert lines[1:] == ["  CGR109 demo: 1 gone, 0 new, 0 reworded", "    gone: a@1:1"]


def test_values_are_listed_from_what_to_what(compare: Any) -> None:
    before = [row(name) for name in "abcd"]
    unknown = {"kind": "unknown", "max": None, "text": "unknown"}
    after = [
        row("a", call_bound=unknown, verdict="observe"),
        row("b", call_bound=unknown),
        row("c", call_bound={"kind": "finite", "max": 2, "text": "2"}, provenance=["solver", "literal"]),
        row("d", outcome="too large", call_bound=None),
    ]
    assert compare(before, after, "--ids", "1") == (
        1,
        [
            "outcome",
            "  demo: 3 the same (3 analysed)",
            "    analysed → too large: 1: d",
            "verdict",
            "  demo: 3 the same (3 approved)",
            "    approved → observe: 1: a",
            "call bound",
            "  demo: 1 the same (1 finite)",
            "    finite → unknown: 2: a and 1 more",
            "    finite → none: 1: d",
            "call bound, of the same kind",
            "  demo: 0 the same",
            "    3 → 2: 1: c",
            "provenance",
            "  demo: 3 the same (3 solver)",
            "    solver → solver and literal: 1: c",
        ],
    )


def test_a_program_that_was_rewritten_is_named_and_not_compared(compare: Any) -> None:
    after = [row(sha256="1", verdict="refused"), row("c")]
    assert compare([row(), row("b")], after) == (
        1,
        [
            "  demo: 1 only before: b",
            "  demo: 1 only after: c",
            "  demo: 1 rewritten in between, not compared: a",
        ],
    )


def test_both_records_of_a_program_are_shown(compare: Any) -> None:
    code, lines = compare([row()], [row(verdict="observe", ms=9.0)], "--show", "a")
    assert code == 1
    assert "- verdict: approved" in lines
    assert "+ verdict: observe" in lines
    assert "  provenance: solver" in lines
    assert compare([row()], [row(ms=9.0)], "--show", "a")[0] == 0


def test_percentiles_are_values_that_occur() -> None:
    values = [float(number) for number in range(1, 201)]
    assert audit_differences.percentiles(values) == "median 100.00, 99th percentile 198.00, maximum 200.00"


def test_a_recorded_program_compares_with_itself(
    tmp_path: Path, compare: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    programs = {"loop": "def f(x):\n    while x:\n        pass\n    return x\n", "prose": "I cannot do that.\n"}
    rows = "".join(json.dumps({"id": name, "source": source}) + "\n" for name, source in programs.items())
    (tmp_path / "programs.jsonl").write_text(rows, "utf-8")
    out = tmp_path / "record.jsonl"
    also = ["--also", "mine", "function", str(tmp_path / "programs.jsonl")]
    monkeypatch.setattr(sys, "argv", ["audit_record", "--out", str(out), "--only", "mine", "--jobs", "1", *also])
    assert audit_record.main() == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["mine: 2 programs", "  outcome: 1 analysed, 1 syntax error"]
    recorded = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [(one["program_id"], [found["code"] for found in one["findings"]]) for one in recorded] == [
        ("loop", ["CGR306"]),
        ("prose", ["CGR001"]),
    ]
    assert all(one["ms"] > 0 for one in recorded)
    assert compare(recorded, recorded) == (0, [])


def test_a_folder_that_is_absent_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--out", str(tmp_path / "record.jsonl"), "--only", "adas", "--data", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["audit_record", *arguments])
    assert audit_record.main() == 1
    missing = tmp_path / "adas" / "programs.jsonl"
    assert capsys.readouterr().out == f"adas: skipped, {missing} does not exist\n"
