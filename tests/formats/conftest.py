"""Audits made by hand, for formats to render."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cgr_audit.audit.excerpt import excerpts
from cgr_audit.audit.finding import Confidence, Evidence, Finding, FindingStatus, Severity
from cgr_audit.audit.program_audit import AuditStatus, CallBoundRecord, EntryRecord, ProgramAudit, RuleFailure
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.report import Audit, Notice
from cgr_audit.source.collected import Unreadable
from cgr_audit.source.contract import load_contract
from cgr_audit.source.positions import Span

DIGEST = "sha256:" + "0" * 64


def make_finding(message: str = "said", **changes: Any) -> Finding:
    """A finding on line 2 with one step of evidence on line 1."""
    values: dict[str, Any] = {
        "code": "CGR403",
        "slug": "file-or-network-access",
        "severity": Severity.ERROR,
        "confidence": Confidence.HIGH,
        "span": Span(2, 5, 2, 10),
        "message": message,
        "evidence": (Evidence(Span(1, 1, 1, 4), "because"),),
        "subject": "open(",
        "line_hash": "abc:1",
        "status": FindingStatus.ACTIVE,
        "reason": None,
    }
    return Finding(**{**values, **changes})


def make_program(*findings: Finding, source: str = "why = 1\nx = open(y)\n", **changes: Any) -> ProgramAudit:
    """A program with some findings, analysed."""
    values: dict[str, Any] = {
        "program_id": "a.py",
        "path": "programs/a.py",
        "sha256": "a" * 64,
        "status": AuditStatus.ANALYSED,
        "lines": 2,
        "entry": EntryRecord("solve", 1, "named"),
        "solver_call_sites": 1,
        "call_bound": CallBoundRecord("finite", 1, "1"),
        "answer_provenance": ("solver",),
        "findings": findings,
        "excerpts": excerpts(findings, source.split("\n")),
        "text": None if "container" not in changes else source,
    }
    return ProgramAudit(**{**values, **changes})


Make = Callable[..., Audit]


@pytest.fixture
def make_audit() -> Iterator[Make]:
    """Makes audits of some programs."""
    opened: list[Audit] = []

    def make(*programs: ProgramAudit, unreadable: tuple[Unreadable, ...] = ()) -> Audit:
        audit = Audit(load_contract("cgr"), load_registry().rules, DIGEST)
        opened.append(audit)
        for program in programs:
            audit.add(program)
        audit.unreadable.extend(unreadable)
        return audit

    yield make
    for audit in opened:
        audit.__exit__(None, None, None)


@pytest.fixture
def broken_audit(make_audit: Make) -> Audit:
    """An audit in which everything went wrong that can."""
    hostile = "x\x1b[31m\u202e\ud800\n,\"'=;\u2028\x00\t\x9b|<script>"
    place = {"program_id": hostile, "path": f"rows.jsonl:7{hostile}", "container": f"rows.jsonl{hostile}"}
    crashed = RuleFailure("CGR201", "literal-answer", f"ValueError: {hostile}", "trace")
    audit = make_audit(
        make_program(make_finding()),
        make_program(make_finding(hostile), source=f"{hostile}\n\ud800 x = open('\x1b]0;\x07')", **place),
        make_program(status=AuditStatus.FAILED, failures=(crashed,), program_id="z", path="C:/x y/%41.py"),
        make_program(make_finding(span=None, evidence=()), program_id="", path=""),
        unreadable=(Unreadable(f"rows.jsonl:17{hostile}", hostile),),
    )
    audit.notices.append(Notice(hostile, hostile))
    return audit
