"""``concise``, ``github``, ``gitlab``, ``junit``, ``markdown`` and ``html``: what the services that read them need."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from cgr_audit.audit.contract_hint import ContractHint
from cgr_audit.audit.finding import FindingStatus, Severity
from cgr_audit.audit.program_audit import AuditStatus, RuleFailure
from cgr_audit.audit.report import Audit, Notice
from cgr_audit.formats.interface import PLAIN, View
from cgr_audit.formats.registry import FORMATS, find_format
from cgr_audit.source.collected import Unreadable
from tests.formats.conftest import Make, make_finding, make_program

COMMAND = re.compile(r"::(error|warning|notice) ((?:\w+=[^,:]*,?)+)::(.*)")
FOR_PEOPLE = ("terminal", "concise", "markdown", "html")
ROW = {"program_id": "row-7", "path": "rows.jsonl:7", "container": "rows.jsonl"}


def rendered(name: str, audit: Audit, view: View = PLAIN) -> str:
    return "".join(find_format(name).render(audit, view))


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """Workflow commands, as GitHub's runner takes them apart."""
    found = []
    for line in text.splitlines():
        match = COMMAND.fullmatch(line)
        assert match, line
        properties = dict(part.split("=", 1) for part in match[2].split(","))
        for escape, character in (("%3A", ":"), ("%2C", ","), ("%25", "%")):
            properties = {key: value.replace(escape, character) for key, value in properties.items()}
        found.append((match[1], properties, match[3].replace("%25", "%")))
    return found


def test_an_annotation_names_the_lines_of_a_file_or_the_row_of_a_data_file(make_audit: Make) -> None:
    warning = make_finding("100 %, so: fine", severity=Severity.WARNING)
    audit = make_audit(make_program(make_finding()), make_program(warning, **ROW))
    place = {"file": "programs/a.py", "line": "2", "col": "5", "endLine": "2", "endColumn": "10"}
    title = "CGR403 file-or-network-access"
    assert commands(rendered("github", audit)) == [
        ("error", place | {"title": title}, f"programs/a.py:2:5: {title}: said"),
        ("warning", {"file": "rows.jsonl", "line": "7", "title": title},
         f"rows.jsonl:7:2:5 [row-7]: {title}: 100 %, so: fine"),
    ]  # fmt: skip


def test_no_text_makes_an_annotation_of_its_own(broken_audit: Audit) -> None:
    text = "\n::error file=x::y\r::stop-commands::z\n"
    broken_audit.add(make_program(make_finding(text), program_id=f"h{text}", path=f"a,b:c{text}"))
    found = commands(rendered("github", broken_audit))
    assert len(found) == 3 + 1 + 3
    assert "a,b:c\\n::error file=x::y\\r::stop-commands::z\\n" in {properties.get("file") for _, properties, _ in found}


def test_code_quality_issues_have_what_gitlab_requires(make_audit: Make) -> None:
    again = make_finding(ordinal=1, severity=Severity.INFO)
    lost = Unreadable("rows.jsonl:17", "not JSON")
    audit = make_audit(make_program(make_finding(), again), make_program(make_finding(), **ROW), unreadable=(lost,))
    issues = json.loads(rendered("gitlab", audit))
    assert len({issue["fingerprint"] for issue in issues}) == len(issues) == 4
    assert [
        (issue["check_name"], issue["severity"], issue["location"]["path"], issue["location"]["lines"]["begin"])
        for issue in issues
    ] == [
        ("CGR403", "critical", "programs/a.py", 2),
        ("CGR403", "info", "programs/a.py", 2),
        ("CGR403", "critical", "rows.jsonl", 7),
        ("unreadable", "blocker", "rows.jsonl:17", 1),
    ]
    assert issues[0]["description"] == "CGR403 file-or-network-access: said"
    assert json.loads(rendered("gitlab", make_audit(make_program()))) == []


@pytest.mark.parametrize(
    ("fail_on", "failing"),
    [(None, set()), (Severity.ERROR, {"bad.py"}), (Severity.WARNING, {"bad.py", "doubtful.py"})],
)
def test_a_program_is_a_test_that_fails_where_the_command_does(
    make_audit: Make, fail_on: Severity | None, failing: set[str]
) -> None:
    crashed = RuleFailure("CGR201", "literal-answer", "ValueError: x", "trace")
    audit = make_audit(
        make_program(program_id="good.py"),
        make_program(make_finding(), program_id="bad.py"),
        make_program(make_finding(severity=Severity.WARNING), program_id="doubtful.py"),
        make_program(make_finding(status=FindingStatus.SUPPRESSED, reason="read"), program_id="accepted.py"),
        make_program(program_id="crashed.py", status=AuditStatus.FAILED, failures=(crashed,)),
        unreadable=(Unreadable("rows.jsonl:17", "not JSON"),),
    )
    audit.notices.append(Notice("entry 3 expired", "s.toml"))
    suite = ElementTree.fromstring(rendered("junit", audit, View(fail_on=fail_on))).find("testsuite")
    assert suite is not None
    tests = {case.get("name"): case for case in suite.iter("testcase")}
    assert {name for name, case in tests.items() if case.find("failure") is not None} == failing
    assert {name for name, case in tests.items() if case.find("error") is not None} == {"crashed.py", "rows.jsonl:17"}
    assert [suite.get(name) for name in ("tests", "failures", "errors")] == ["6", str(len(failing)), "2"]
    assert "(suppressed: read)" in (tests["accepted.py"].findtext("system-out") or "")
    assert suite.findtext("system-out") == "s.toml: entry 3 expired"


def test_a_test_report_stays_xml_whatever_a_program_says(broken_audit: Audit) -> None:
    broken_audit.add(make_program(make_finding("]]></failure><x a=\"'&"), program_id="\"'<>&"))
    root = ElementTree.fromstring(rendered("junit", broken_audit))
    assert "\"'<>&" in {case.get("name") for case in root.iter("testcase")}


def test_one_finding_is_one_line_as_compilers_print_it(make_audit: Make) -> None:
    audit = make_audit(make_program(make_finding()), make_program(make_finding("x\ny"), **ROW))
    assert rendered("concise", audit).splitlines() == [
        "programs/a.py:2:5: error: CGR403 file-or-network-access: said",
        "rows.jsonl:7:2:5 [row-7]: error: CGR403 file-or-network-access: x\\ny",
    ]


@pytest.mark.parametrize("name", FOR_PEOPLE)
def test_baselined_findings_are_listed_only_where_that_is_asked_for(make_audit: Make, name: str) -> None:
    known = make_finding("known before", status=FindingStatus.BASELINED)
    audit = make_audit(make_program(known, make_finding("new")))
    assert "known before" not in rendered(name, audit)
    assert "new" in rendered(name, audit)
    shown = rendered(name, audit, View(show_baselined=True))
    assert "baselined" in shown
    assert ("known before" in shown) is (name != "terminal")  # there a finding that does not count is one line


@pytest.mark.parametrize("name", ["json", "sarif", "csv"])
def test_formats_for_programs_hold_baselined_findings(make_audit: Make, name: str) -> None:
    audit = make_audit(make_program(make_finding("known before", status=FindingStatus.BASELINED)))
    assert "known before" in rendered(name, audit)


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"terminal", "concise"}))
def test_notices_stand_in_every_report(make_audit: Make, name: str) -> None:
    audit = make_audit(make_program())
    audit.notices.append(Notice("entry 3 expired on 2020-01-31", "s.toml"))
    text = rendered(name, audit).replace("\\", "")
    assert "entry 3 expired on 2020-01-31" in text
    assert "s.toml" in text


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_findings_of_a_contract_that_does_not_fit_are_left_to_formats_for_programs(make_audit: Make, name: str) -> None:
    unsafe = make_finding("reaches the network")
    follows = make_finding("nothing binds it", code="CGR504", slug="undefined-name")
    audit = make_audit(make_program(unsafe, follows, unknown_calls=("helpers.ask_llm",)))
    text = rendered(name, audit, View(hint=ContractHint("ask_llm", 1, 1, "cgr")))
    assert "reaches the network" in text
    assert ("nothing binds it" in text) is (name not in {"terminal", "markdown", "html"})
    assert ("1 finding that may follow from the contract not listed" in text) is (name == "terminal")


def test_a_summary_counts_every_rule_and_lists_the_first_findings(
    make_audit: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cgr_audit.formats.markdown_summary.MOST_LISTED", 2)
    findings = [make_finding(f"number {number} | <b>", ordinal=number) for number in range(3)]
    text = rendered("markdown", make_audit(make_program(*findings)))
    assert "| CGR403 file-or-network-access | error | 3 | 1 |" in text
    assert "The first 2 of 3 findings" in text
    assert "number 1 \\| \\<b\\>" in text
    assert "number 2" not in text


def test_a_page_escapes_everything_and_may_load_and_run_nothing(make_audit: Make) -> None:
    source = "why = 1\nx = open(y)  # <script>alert(1)</script>\n"
    text = rendered("html", make_audit(make_program(make_finding("<script>"), source=source)))
    assert "default-src 'none'; style-src 'unsafe-inline'" in text
    assert "<script" not in text
    assert "alert(1)" in text
    assert "    ^^^^^" in text
    assert 'id="rule-CGR403"' in text
