"""``sarif``: valid by the official schema, and located where people look."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from cgr_audit.audit.finding import FindingStatus
from cgr_audit.audit.fingerprints import fingerprint
from cgr_audit.audit.program_audit import AuditStatus, RuleFailure
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.report import Audit
from cgr_audit.formats.sarif import SarifFormat
from cgr_audit.source.collected import Unreadable
from tests.formats.conftest import Make, make_finding, make_program


def run_of(audit: Audit) -> dict[str, Any]:
    log = json.loads("".join(SarifFormat().render(audit)))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    return run


def test_every_log_is_valid_by_the_official_schema(data_folder: Path, broken_audit: Audit, make_audit: Make) -> None:
    schema = json.loads((data_folder / "sarif" / "sarif-schema-2.1.0.json").read_text())
    validator = Draft7Validator(schema)
    broken_audit.uses_baseline = True
    accepted = make_finding(status=FindingStatus.SUPPRESSED, reason="read")
    for audit in (broken_audit, make_audit(), make_audit(make_program(accepted))):
        log = json.loads("".join(SarifFormat().render(audit)))
        assert [fault.message for fault in validator.iter_errors(log)] == []


def test_a_result_has_its_place_its_path_and_its_fingerprint(make_audit: Make) -> None:
    run = run_of(make_audit(make_program(make_finding())))
    (result,) = run["results"]
    place = {"uri": "programs/a.py", "uriBaseId": "%SRCROOT%"}
    primary = {"startLine": 2, "startColumn": 5, "endLine": 2, "endColumn": 10}
    step = {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 4}
    assert run["columnKind"] == "unicodeCodePoints"
    assert (result["ruleId"], result["level"], result["message"]["text"]) == ("CGR403", "error", "said")
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "CGR403"
    assert result["locations"] == [{"physicalLocation": {"artifactLocation": place, "region": primary}}]
    assert result["partialFingerprints"] == {"cgrAudit/v1": fingerprint(make_finding(), "a.py")}
    (flow,) = result["codeFlows"]
    steps = [one["location"] for one in flow["threadFlows"][0]["locations"]]
    assert [(one["physicalLocation"]["region"], one["message"]["text"]) for one in steps] == [
        (step, "because"),
        (primary, "said"),
    ]
    assert result["relatedLocations"][0]["message"]["text"] == "because"
    assert "baselineState" not in result
    assert "suppressions" not in result


def test_every_rule_brings_its_help_and_its_level(make_audit: Make) -> None:
    described = run_of(make_audit())["tool"]["driver"]["rules"]
    rules = load_registry().rules
    assert [one["id"] for one in described] == [rule.meta.code for rule in rules]
    levels = {"error": "error", "warning": "warning", "info": "note"}
    for one, rule in zip(described, rules, strict=True):
        assert one["defaultConfiguration"] == {"level": levels[rule.meta.severity.value]}
        assert one["properties"]["precision"] == rule.meta.confidence.value
        assert one["help"]["markdown"].startswith(f"# {rule.meta.code} {rule.meta.slug}\n")
        assert "Why it matters" in one["help"]["text"]


@pytest.mark.parametrize(
    ("path", "uri", "base", "region"),
    [
        ("rows.jsonl:7", "rows.jsonl", "%SRCROOT%", {"startLine": 7}),
        ("data/rows.jsonl.gz:7", "data/rows.jsonl.gz", "%SRCROOT%", None),
        ("/data/x.parquet:7", "file:///data/x.parquet", None, None),
        ("b.zip:inner/a.py", "b.zip", "%SRCROOT%", None),
    ],
)
def test_a_program_in_a_row_or_an_archive_is_located_there_and_named(
    make_audit: Make, path: str, uri: str, base: str | None, region: dict[str, int] | None
) -> None:
    where = {"program_id": "p1", "path": path}
    run = run_of(make_audit(make_program(make_finding(), **where)))
    (result,) = run["results"]
    (location,) = result["locations"]
    physical = location["physicalLocation"]
    assert physical["artifactLocation"] == ({"uri": uri} if base is None else {"uri": uri, "uriBaseId": base})
    assert physical.get("region") == region
    assert location["logicalLocations"] == [{"fullyQualifiedName": "p1", "kind": "module"}]
    assert result["message"]["text"] == "said (line 2, column 5 of the program)"
    assert result["properties"]["span"] == {"line": 2, "column": 5, "end_line": 2, "end_column": 10}


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a b/ü#?.py", "a%20b/%C3%BC%23%3F.py"),
        ("C:/x y/a.py", "file:///C%3A/x%20y/a.py"),
        ("C:\\x\\a.py", "file:///C%3A/x/a.py"),
        ("/abs/a.py", "file:///abs/a.py"),
        ("-", "stdin"),
    ],
)
def test_paths_of_every_system_become_uris(make_audit: Make, path: str, uri: str) -> None:
    (result,) = run_of(make_audit(make_program(make_finding(), path=path)))["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_what_went_wrong_is_in_the_invocation(make_audit: Make) -> None:
    crashed = RuleFailure("CGR201", "literal-answer", "ValueError: x", "trace")
    audit = make_audit(
        make_program(status=AuditStatus.FAILED, failures=(crashed,)), unreadable=(Unreadable("r.jsonl:3", "not JSON"),)
    )
    audit.notices.append("expired")
    (invocation,) = run_of(audit)["invocations"]
    assert invocation["executionSuccessful"] is False
    said = [trouble["message"]["text"] for trouble in invocation["toolExecutionNotifications"]]
    assert said == ["r.jsonl:3: not JSON", "CGR201 literal-answer crashed on a.py: ValueError: x"]
    (notice,) = invocation["toolConfigurationNotifications"]
    assert notice["message"]["text"] == "expired"
    assert run_of(make_audit())["invocations"][0]["executionSuccessful"] is True
