"""An audit keeps every program's record, in order, and the sums."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.audit.finding import Confidence, Finding, FindingStatus, Severity
from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit
from cgr_audit.audit.report import PENDING, Audit
from cgr_audit.errors import IncompleteError
from cgr_audit.source.collected import Unreadable
from cgr_audit.source.contract import load_contract
from cgr_audit.source.positions import Span

CONTRACT = load_contract("cgr")


def finding(severity: str = "error", status: str = "active", code: str = "CGR201") -> Finding:
    return Finding(code, "s", Severity(severity), Confidence.HIGH, Span(1, 1, 1, 2), "m", status=FindingStatus(status))


def program(name: str, *findings: Finding, status: AuditStatus = AuditStatus.ANALYSED) -> ProgramAudit:
    return ProgramAudit(name, name, "0" * 64, status, 1, findings=findings)


@pytest.fixture
def audit() -> Iterator[Audit]:
    with Audit(CONTRACT, (), "sha256:0") as empty:
        yield empty


def test_records_come_back_equal_sorted_by_id_and_as_often_as_asked(audit: Audit) -> None:
    programs = [program("b", finding()), program("a"), program("\ud800"), program("\U0001f600"), program("B")]
    for one in programs:
        audit.add(one)
    expected = sorted(programs, key=lambda one: one.program_id)
    assert list(audit) == expected
    assert list(audit) == expected
    assert list(zip(audit, audit, strict=True)) == list(zip(expected, expected, strict=True))
    assert list(audit.as_found()) == programs[:1]
    assert list(audit.with_findings()) == programs[:1]


def test_those_with_findings_come_by_id_or_in_the_order_found_however_many_wait_to_be_written(audit: Audit) -> None:
    names = [f"{(number * 7) % 250:03}" for number in range(250)]
    for name in names:
        audit.add(program(name, *[finding()] * (int(name) % 2)))
    assert [one.program_id for one in audit] == sorted(names)
    assert [one.program_id for one in audit.as_found()] == [name for name in names if int(name) % 2]
    assert [one.program_id for one in audit.with_findings()] == sorted(name for name in names if int(name) % 2)


@given(st.lists(st.text(st.characters()), max_size=20))
def test_the_order_is_that_of_the_ids_code_points(names: list[str]) -> None:
    with Audit(CONTRACT, (), "sha256:0") as audit:
        for name in names:
            audit.add(program(name))
        assert [one.program_id for one in audit] == sorted(names)


def test_only_active_findings_are_counted_by_code_and_severity(audit: Audit) -> None:
    audit.add(program("a", finding(), finding("warning"), finding("error", "suppressed")))
    audit.add(program("b", finding("info", code="CGR304"), finding("error", "baselined")))
    assert audit.summary.by_code == {"CGR201": 2, "CGR304": 1}
    assert audit.summary.by_severity == {Severity.ERROR: 1, Severity.WARNING: 1, Severity.INFO: 1}
    assert (audit.summary.suppressed, audit.summary.baselined, audit.summary.programs) == (1, 1, 2)


@pytest.mark.parametrize(
    ("severity", "status", "reached"),
    [
        ("info", "active", {"info"}),
        ("warning", "active", {"info", "warning"}),
        ("error", "active", {"info", "warning", "error"}),
        ("error", "suppressed", set()),
        ("error", "baselined", set()),
    ],
)
def test_a_severity_is_reached_by_active_findings_alone(
    audit: Audit, severity: str, status: str, reached: set[str]
) -> None:
    audit.add(program("a", finding(severity, status)))
    assert {known.value for known in Severity if audit.summary.has_at_least(known)} == reached


def test_what_could_not_be_read_or_analysed_by_the_toolkits_fault_makes_it_incomplete(audit: Audit) -> None:
    audit.add(program("a", status=AuditStatus.NOT_ANALYSABLE))
    assert (audit.is_complete, audit.is_empty) == (True, False)
    audit.add(program("b", status=AuditStatus.FAILED))
    assert not audit.is_complete


def test_something_unreadable_is_incomplete_and_not_nothing(audit: Audit) -> None:
    assert (audit.is_complete, audit.is_empty) == (True, True)
    audit.unreadable.append(Unreadable("x", "y"))
    assert (audit.is_complete, audit.is_empty) == (False, False)


def test_a_disk_that_fails_is_one_clear_error() -> None:
    audit = Audit(CONTRACT, (), "sha256:0")
    with audit:
        for number in range(PENDING):
            audit.add(program(str(number)))
    with pytest.raises(IncompleteError, match="cannot keep the audit's records in the folder for temporary files"):
        list(audit)
