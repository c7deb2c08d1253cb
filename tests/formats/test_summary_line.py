"""The last line of an audit."""

from __future__ import annotations

from cgr_audit.audit.finding import FindingStatus, Severity
from cgr_audit.audit.program_audit import AuditStatus, CallBoundRecord
from cgr_audit.formats.summary_line import summary_line
from cgr_audit.source.collected import Unreadable
from tests.formats.conftest import Make, make_finding, make_program


def test_it_counts_programs_findings_and_what_went_wrong(make_audit: Make) -> None:
    endless = CallBoundRecord("unbounded", None, None)
    audit = make_audit(
        make_program(
            make_finding(),
            make_finding(severity=Severity.WARNING),
            call_bound=endless,
            answer_provenance=("solver", "unknown"),
        ),
        make_program(make_finding(severity=Severity.INFO), status=AuditStatus.NOT_ANALYSABLE),
        make_program(make_finding(status=FindingStatus.SUPPRESSED), make_finding(status=FindingStatus.BASELINED)),
        make_program(status=AuditStatus.FAILED, answer_provenance=("unknown",)),
        unreadable=(Unreadable("x", "y"),),
    )
    assert summary_line(audit, 1.24) == (
        "4 programs: 2 analysed, 1 not analysable, 1 failed · 1 error, 1 warning, 1 info, 1 suppressed, 1 baselined · "
        "1 can call the solver without bound · 2 of unknown provenance · 1 could not be read · 1.2 s"
    )
    assert summary_line(make_audit(), 0) == "0 programs: 0 analysed · 0 errors, 0 warnings · 0.0 s"
