"""What is known of programs is read from a package, or from what an audit wrote."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cgr_audit.errors import CgrAuditError, UsageError
from cgr_audit.records.package import open_package
from cgr_audit.scorecards.audit_breakdowns import read_audit

DEMO = Path(__file__).resolve().parent.parent.parent / "corpus" / "demo"


def document(folder: Path, **changes: object) -> Path:
    finding = {
        "code": "CGR101", "slug": "s", "severity": "error", "confidence": "high", "program_id": "a", "path": "a",
        "span": None, "message": "m", "evidence": [], "fingerprint": "f", "status": "active",
    }  # fmt: skip
    program = {
        "program_id": "a", "path": "a", "sha256": "0" * 64, "status": "analysed", "lines": 1, "solver_call_sites": 0,
        "call_bound": {"kind": "finite", "max": 0, "expression": "0"}, "answer_provenance": [],
    }  # fmt: skip
    record = {
        "schema_version": "1.0",
        "tool": {"name": "cgr-audit", "version": "0", "rules_digest": "sha256:" + "0" * 64},
        "contract": {"name": "cgr", "digest": "sha256:" + "0" * 64},
        "programs": [program, {**program, "program_id": "b"}, {**program, "program_id": "c"}],
        "findings": [finding, {**finding, "program_id": "c", "status": "suppressed", "reason": "known"}],
        "summary": {"programs": 3, "analysed": 3, "not_analysable": 0, "failed": 0, "by_code": {"CGR101": 2}},
    } | changes
    path = folder / "audit.json"
    path.write_text(json.dumps(record))
    return path


def test_an_audit_says_which_programs_have_active_findings(tmp_path: Path) -> None:
    audited = read_audit(document(tmp_path))
    assert audited.codes == {"a": {"CGR101"}, "b": frozenset(), "c": frozenset()}
    assert [name for name, *_ in audited.divisions()] == ["by-finding", "by-rule"]


@pytest.mark.parametrize("status", ["not_analysable", "failed"])
def test_a_program_that_was_not_analysed_is_not_one_without_a_finding(tmp_path: Path, status: str) -> None:
    programs = json.loads(document(tmp_path).read_text())["programs"]
    audited = read_audit(document(tmp_path, programs=[{**program, "status": status} for program in programs]))
    assert audited.codes == {"a": {"CGR101"}, "c": frozenset()}, "of these there are findings"
    label = {name: of for name, _, _, of in audited.divisions()}["by-finding"]
    assert [label(program) for program in "abc"] == [("with a finding",), ("not audited",), ("without a finding",)]


def test_an_audit_that_is_not_what_its_schema_says_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CgrAuditError, match=r"audit\.json: "):
        read_audit(document(tmp_path, findings=3))


def test_a_package_says_how_runs_ended() -> None:
    audited = read_audit(DEMO)
    assert set(audited.outcomes.values()) >= {frozenset({"completed"})}
    assert not audited.codes, "the demo package was not judged"


def test_verdicts_without_findings_do_not_make_programs_ones_without_a_finding(tmp_path: Path) -> None:
    """They are what ``gate PACKAGE --out PACKAGE/verdicts.jsonl`` brings."""
    package = tmp_path / "package"
    shutil.copytree(DEMO, package)
    program = next(iter(open_package(DEMO).programs))
    verdict = {
        "program_id": program.program_id, "sha256": program.sha256, "verdict": "refused", "reasons": ["CGR001"],
        "rules": "sha256:" + "0" * 64, "contract": "sha256:" + "0" * 64, "policy": "sha256:" + "0" * 64,
        "option_count": None,
    }  # fmt: skip
    (package / "verdicts.jsonl").write_text(json.dumps(verdict) + "\n")
    audited = read_audit(package)
    assert (audited.codes, audited.verdicts) == ({}, {program.program_id: "refused"})
    (package / "findings.jsonl").write_text("")
    assert read_audit(package).codes == {program.program_id: frozenset()}


@pytest.mark.parametrize("name", ["gone", "folder"])
def test_anything_else_is_wrong_usage(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(UsageError, match=f"{name}: no "):
        read_audit(tmp_path / name)
