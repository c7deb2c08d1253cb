"""``sarif``: valid by the official schema, and located where people look."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from cgr_audit.audit.finding import Evidence, FindingStatus
from cgr_audit.audit.fingerprints import fingerprint
from cgr_audit.audit.program_audit import AuditStatus, CallBoundRecord, RuleFailure
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.report import Audit, Notice
from cgr_audit.formats.sarif import BASE, SarifFormat
from cgr_audit.gate.decisive import into_decisive
from cgr_audit.gate.policy import load_policy
from cgr_audit.gate.verdict import Gate
from cgr_audit.source.collected import Unreadable
from cgr_audit.source.positions import Span
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
    assert result["partialFingerprints"] == {
        "cgrAudit/v1": fingerprint(make_finding(), "a.py"),
        "primaryLocationLineHash": "abc:1",
    }
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
    ("program_id", "path", "container", "uri"),
    [
        ("row-7", "data/rows.jsonl:7", "data/rows.jsonl", "data/rows.jsonl/row-7.py"),
        ("data/rows.jsonl.gz/7", "data/rows.jsonl.gz:7", "data/rows.jsonl.gz", "data/rows.jsonl.gz/7.py"),
        ("a b/c.py", "/data/x.parquet:7", "/data/x.parquet", "file:///data/x.parquet/a%20b/c.py"),
        ("b.zip/inner/a.py", "b.zip/inner/a.py", "b.zip", "b.zip/inner/a.py"),
        ("x.zip/a.py", "sub/x.zip/a.py", "sub/x.zip", "sub/x.zip/a.py"),
        ("../../etc/passwd", "rows.jsonl:1", "rows.jsonl", "rows.jsonl/..%2F..%2Fetc%2Fpasswd.py"),
    ],
)
def test_a_program_in_a_row_or_an_archive_is_an_artifact_with_its_text(
    make_audit: Make, program_id: str, path: str, container: str, uri: str
) -> None:
    where = {"program_id": program_id, "path": path, "container": container, "text": "why = 1\nx = open(y)\n"}
    run = run_of(make_audit(make_program(make_finding(), **where)))
    parent, program = run["artifacts"]
    assert (program["location"]["uri"], program["parentIndex"]) == (uri, 0)
    assert parent["location"]["uri"] == ("file://" + container if container.startswith("/") else container)
    assert program["contents"] == {"text": where["text"]}
    (result,) = run["results"]
    for location in (*result["locations"], *result["relatedLocations"]):
        assert location["physicalLocation"]["artifactLocation"] == {**program["location"], "index": 1}
        assert set(location["physicalLocation"]["region"]) == {"startLine", "startColumn", "endLine", "endColumn"}
        assert location["logicalLocations"] == [{"fullyQualifiedName": program_id, "kind": "module"}]
    assert result["message"]["text"] == "said"


def test_programs_of_one_file_share_it_and_each_result_points_at_its_own(make_audit: Make) -> None:
    programs = [
        make_program(make_finding(), program_id=name, path=f"{file}:1", container=file, text=f"# {name}")
        for name, file in (("a", "x.jsonl"), ("b", "y.jsonl"), ("c", "x.jsonl"), ("d", None))
    ]
    run = run_of(make_audit(*programs))
    texts = {}
    for result in run["results"]:
        place = result["locations"][0]["physicalLocation"]["artifactLocation"]
        artifact = run["artifacts"][place["index"]] if "index" in place else {}
        parent = run["artifacts"][artifact["parentIndex"]]["location"]["uri"] if artifact else None
        texts[result["properties"]["programId"]] = (parent, artifact.get("contents"))
    assert texts == {
        "a": ("x.jsonl", {"text": "# a"}), "b": ("y.jsonl", {"text": "# b"}), "c": ("x.jsonl", {"text": "# c"}),
        "d": (None, None),
    }  # fmt: skip


def test_a_finding_without_a_span_is_located_at_the_beginning(make_audit: Make) -> None:
    (result,) = run_of(make_audit(make_program(make_finding(span=None, evidence=()))))["results"]
    region = {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1}
    assert result["locations"][0]["physicalLocation"]["region"] == region


def test_safety_rules_have_a_security_severity_and_others_have_none(make_audit: Make) -> None:
    scores = {"error": "8.0", "warning": "5.0", "recommendation": "2.0"}
    for one in run_of(make_audit())["tool"]["driver"]["rules"]:
        properties = one["properties"]
        expected = scores[properties["problem.severity"]] if one["id"].startswith("CGR4") else None
        assert properties.get("security-severity") == expected
        assert ("security" in properties["tags"]) == (expected is not None)


def test_a_log_keeps_the_offline_rules_of_the_sarif_multitool(broken_audit: Audit) -> None:
    log = json.loads("".join(SarifFormat().render(broken_audit)))
    (run,) = log["runs"]
    assert log["$schema"].startswith("https://docs.oasis-open.org/sarif/sarif/v2.1.0/")  # SARIF1011
    rules = run["tool"]["driver"]["rules"]
    for rule in rules:
        assert rule["id"].lower() != rule["name"].lower()  # SARIF1001
        assert re.fullmatch(r"[A-Z]+\d+", rule["id"])  # SARIF2009
        assert re.fullmatch(r"([A-Z0-9][a-z0-9]*)+", rule["name"])  # SARIF2012
        assert rule["shortDescription"]["text"].endswith(".")  # SARIF2001
        assert rule["fullDescription"]["text"]
        assert rule["help"]["text"]
        assert rule["help"]["markdown"]
    for place in _objects(run, "uri"):
        assert re.fullmatch(r"(?:[A-Za-z0-9._~/:-]|%[0-9A-F]{2})+", place["uri"])  # SARIF1002
        is_absolute = place["uri"].startswith("file:///")
        assert ("uriBaseId" in place) != is_absolute  # SARIF1004
        assert is_absolute or not place["uri"].startswith("/")
        assert place.get("uriBaseId", BASE) in run["originalUriBaseIds"]
    for region in _objects(run, "startLine"):
        assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])  # SARIF1007
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]  # SARIF1009, SARIF1010
        assert result["locations"]
        for location in (*result["locations"], *result.get("relatedLocations", ())):  # SARIF1008
            place = location["physicalLocation"]["artifactLocation"]
            if "index" in place:
                own = run["artifacts"][place["index"]]["location"]
                assert own == {key: value for key, value in place.items() if key != "index"}
    for artifact in run["artifacts"]:
        assert artifact.get("parentIndex", 0) < len(run["artifacts"])


def _objects(value: Any, key: str) -> Iterator[dict[str, Any]]:
    """Every object that has a key, however deep."""
    if isinstance(value, dict):
        if key in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _objects(part, key)


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
    audit.notices.append(Notice("expired"))
    (invocation,) = run_of(audit)["invocations"]
    assert invocation["executionSuccessful"] is False
    said = [trouble["message"]["text"] for trouble in invocation["toolExecutionNotifications"]]
    assert said == ["r.jsonl:3: not JSON", "programs/a.py: CGR201 literal-answer crashed: ValueError: x"]
    (notice,) = invocation["toolConfigurationNotifications"]
    assert notice["message"]["text"] == "expired"
    assert run_of(make_audit())["invocations"][0]["executionSuccessful"] is True


def github_faults(run: dict[str, Any]) -> list[str]:
    """What GitHub's code scanning would refuse, warn of or not show (its documentation, *SARIF support*)."""
    faults = []
    rules = run["tool"]["driver"]["rules"]
    faults += [rule["id"] for rule in rules if not rule["help"]["markdown"] or not rule["shortDescription"]["text"]]
    for rule in rules:
        properties = rule.get("properties", {})
        faults += [f"{rule['id']} tags"] * (len(properties.get("tags", ())) > 10)
        faults += [f"{rule['id']} severity"] * (not 0 < float(properties.get("security-severity", "1")) <= 10)
    for number, result in enumerate(run["results"]):
        if not (result["message"]["text"] and 0 < len(result["locations"]) <= 1000):
            faults.append(f"result {number}")
        for place in (*result["locations"], *result.get("relatedLocations", ())):
            region = place["physicalLocation"].get("region", {})
            if not all(region.get(key, 0) >= 1 for key in ("startLine", "startColumn", "endLine", "endColumn")):
                faults.append(f"region of result {number}")
            if "logicalLocations" in place and "index" not in place["physicalLocation"]["artifactLocation"]:
                faults.append(f"artifact of result {number}")
        line_hash = result["partialFingerprints"].get("primaryLocationLineHash", "0:1")
        if not re.fullmatch(r"[0-9a-f]+:\d+", line_hash):
            faults.append(f"hash of result {number}: {line_hash}")
    faults += ["artifact without text" for one in run["artifacts"] if "parentIndex" in one and "contents" not in one]
    return faults


def test_github_shows_every_result_wherever_the_program_is(broken_audit: Audit) -> None:
    for number, container in enumerate(("x.parquet", "x.zip", "x.jsonl", "x.jsonl.gz")):
        where = {"program_id": str(number), "path": f"{container}:{number}", "container": container}
        broken_audit.add(make_program(make_finding(), make_finding(span=None, evidence=(), line_hash=""), **where))
    assert github_faults(run_of(broken_audit)) == []


def test_no_text_of_a_program_becomes_a_link(make_audit: Make) -> None:
    step = Evidence(Span(1, 1, 1, 4), "[and](https://x.y)")
    found = make_finding("the answer is '[read this](https://x.y)', item[0]", evidence=(step,))
    (result,) = run_of(make_audit(make_program(found, make_finding("item[0]", ordinal=1))))["results"][:1]
    texts = [result["message"]["text"], result["relatedLocations"][0]["message"]["text"]]
    assert texts == ["the answer is '\\[read this\\](https://x.y)', item\\[0\\]", "\\[and\\](https://x.y)"]


def test_verdicts_are_results_that_github_shows(data_folder: Path, make_audit: Make) -> None:
    policy = load_policy(None, load_registry())
    audit = make_audit(
        make_program(make_finding(), program_id="a"),
        make_program(program_id="b", call_bound=CallBoundRecord("unbounded", None, "unbounded")),
        make_program(program_id="c"),
    )
    decisive = make_audit()
    gate = Gate(policy, audit.rules_digest, audit.contract.digest)
    verdicts = list(into_decisive(decisive, audit, gate.judge_all(audit, lambda _: 4)))
    assert [verdict.verdict.value for verdict in verdicts] == ["refused", "observe", "approved"]
    log = json.loads("".join(SarifFormat().render(decisive)))
    schema = json.loads((data_folder / "sarif" / "sarif-schema-2.1.0.json").read_text())
    assert [fault.message for fault in Draft7Validator(schema).iter_errors(log)] == []
    (run,) = log["runs"]
    assert github_faults(run) == []
    assert [(one["ruleId"], one["level"], one["message"]["text"]) for one in run["results"]] == [
        ("CGR403", "error", "refused: said"),
        ("call-bound", "warning", "observe: its number of solver calls is unbounded"),
    ]
    described = run["tool"]["driver"]["rules"][run["results"][1]["ruleIndex"]]
    assert described["shortDescription"]["text"] == "The policy limits how many solver calls a program can make."
