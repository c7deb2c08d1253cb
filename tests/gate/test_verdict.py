"""What the gate makes of an audited program."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.audit.finding import Confidence, Finding, FindingStatus, Severity
from cgr_audit.audit.program_audit import AuditStatus, CallBoundRecord, ProgramAudit, RuleFailure
from cgr_audit.audit.registry import load_registry
from cgr_audit.gate.policy import Clause, Decision, Policy, default_policy_text, parse_policy
from cgr_audit.gate.probe_result import ProbeResult, read_probe_result
from cgr_audit.gate.verdict import Cause, Gate, Verdict, verdict_record
from cgr_audit.schema import check_record
from cgr_audit.source.positions import Span

SHA = "a" * 64
DIGEST = "sha256:" + "0" * 64
DEFAULT = parse_policy(default_policy_text(), load_registry(), "default.toml")


def found(code: str, severity: str = "error", status: str = "active") -> Finding:
    place = Span(3, 1, 3, 5)
    return Finding(
        code,
        code.lower(),
        Severity(severity),
        Confidence.HIGH,
        place,
        "said",
        status=FindingStatus(status),
    )


def audited(*findings: Finding, bound: str = "finite", expression: str = "4", status: str = "analysed") -> ProgramAudit:
    largest = 4 if bound == "finite" else None
    failures = (RuleFailure("CGR201", "literal-answer", "ValueError: x", ""),) if status == "failed" else ()
    return ProgramAudit(
        program_id="a.py",
        path="a.py",
        sha256=SHA,
        status=AuditStatus(status),
        lines=3,
        call_bound=CallBoundRecord(bound, largest, expression),
        findings=findings,
        failures=failures,
    )


def judged(audit: ProgramAudit, *clauses: Clause, default: str = "approved", options: int | None = None) -> Verdict:
    policy = Policy("test", Decision(default), clauses) if clauses or default != "approved" else DEFAULT
    return Gate(policy, DIGEST, DIGEST).judge(audit, options)


@pytest.mark.parametrize(
    ("code", "severity", "decision"),
    [
        ("CGR001", "error", "refused"),
        ("CGR004", "warning", "approved"),
        ("CGR403", "error", "refused"),
        ("CGR405", "warning", "approved"),
        ("CGR104", "error", "observe"),
        ("CGR201", "error", "observe"),
        ("CGR202", "warning", "approved"),
        ("CGR301", "error", "observe"),
        ("CGR504", "error", "observe"),
    ],
)
def test_the_built_in_policy_refuses_what_is_unsafe_and_observes_other_errors(
    code: str, severity: str, decision: str
) -> None:
    verdict = judged(audited(found(code, severity)))
    assert verdict.verdict.value == decision
    assert verdict.reasons == (() if decision == "approved" else (code,))


@pytest.mark.parametrize(
    ("bound", "decision"),
    [("unbounded", "observe"), ("unknown", "observe"), ("options", "approved"), ("item", "approved")],
)
def test_the_built_in_policy_observes_what_may_call_without_bound(bound: str, decision: str) -> None:
    verdict = judged(audited(bound=bound, expression="options"))
    assert (verdict.verdict.value, verdict.reasons) == (decision, () if decision == "approved" else ("call-bound",))
    assert verdict.explanations == (() if decision == "approved" else (f"its number of solver calls is {bound}",))


@pytest.mark.parametrize("status", ["not_analysable", "failed"])
def test_what_was_not_fully_analysed_is_refused_whatever_the_policy_says(status: str) -> None:
    named = Clause(Decision.APPROVED, sha256=(SHA,))
    verdict = judged(audited(status=status), named, default="approved")
    assert verdict.verdict is Decision.REFUSED
    assert verdict.reasons == (("CGR001",) if status == "not_analysable" else ("not-analysed",))
    assert verdict.explanations != ()


@pytest.mark.parametrize("order", list(itertools.permutations(["approved", "observe", "refused"])))
def test_the_strictest_clause_that_applies_wins_in_any_order(order: tuple[str, ...]) -> None:
    clauses = [Clause(Decision(decision), codes=("CGR2*",)) for decision in order]
    assert judged(audited(found("CGR202", "info")), *clauses).verdict is Decision.REFUSED


def test_a_program_approved_by_name_is_not_observed_but_still_refused() -> None:
    named = Clause(Decision.APPROVED, sha256=(SHA,))
    observing = Clause(Decision.OBSERVE, codes=("CGR2*",))
    refusing = Clause(Decision.REFUSED, codes=("CGR4*",))
    clauses = (observing, named, refusing)
    assert judged(audited(found("CGR201")), *clauses).verdict is Decision.APPROVED
    assert judged(audited(found("CGR201"), found("CGR401")), *clauses).verdict is Decision.REFUSED
    other = Clause(Decision.APPROVED, sha256=("b" * 64,))
    assert judged(audited(found("CGR201")), observing, other).verdict is Decision.OBSERVE


def test_a_program_refused_by_name_is_refused() -> None:
    verdict = judged(audited(), Clause(Decision.REFUSED, sha256=(SHA,)))
    assert (verdict.verdict, verdict.reasons) == (Decision.REFUSED, ("named-program",))


def test_every_kind_of_condition_in_a_clause_must_hold() -> None:
    clause = Clause(Decision.REFUSED, codes=("CGR2*",), call_bound=("unbounded",))
    assert judged(audited(found("CGR201")), clause).verdict is Decision.APPROVED
    assert judged(audited(bound="unbounded"), clause).verdict is Decision.APPROVED
    assert judged(audited(found("CGR201"), bound="unbounded"), clause).verdict is Decision.REFUSED


@pytest.mark.parametrize(
    ("bound", "expression", "options", "decision"),
    [
        ("finite", "4", None, "approved"),
        ("options", "2 + options", 4, "approved"),
        ("options", "2 + options", 5, "observe"),
        ("options", "2 + options", None, "observe"),
        ("unbounded", "unbounded", 5, "observe"),
        ("unknown", "unknown", 5, "observe"),
    ],
)
def test_a_bound_without_a_number_is_above_every_number(
    bound: str, expression: str, options: int | None, decision: str
) -> None:
    clause = Clause(Decision.OBSERVE, call_bound_above=6)
    verdict = judged(audited(bound=bound, expression=expression), clause, options=options)
    assert verdict.verdict.value == decision
    assert verdict.option_count == options


def test_suppressed_and_baselined_findings_count_as_any_other() -> None:
    for status in ("suppressed", "baselined"):
        assert judged(audited(found("CGR403", status=status))).verdict is Decision.REFUSED


def test_a_default_that_is_not_approved_says_so() -> None:
    verdict = judged(audited(), default="observe")
    assert (verdict.verdict, verdict.explanations) == (Decision.OBSERVE, ("no clause of the policy 'test' applies",))
    assert verdict.reasons == ("policy-default",)


_CLAUSES = st.builds(
    Clause,
    st.sampled_from(Decision),
    codes=st.sampled_from([(), ("CGR2*",), ("CGR201", "CGR4*")]),
    severity=st.sampled_from(Severity),
    call_bound=st.sampled_from([(), ("unknown",), ("finite", "options")]),
    call_bound_above=st.none() | st.integers(0, 6),
    sha256=st.sampled_from([(), (SHA,), ("b" * 64,)]),
)
_POLICIES = st.builds(Policy, st.just("test"), st.sampled_from(Decision), st.lists(_CLAUSES, max_size=3).map(tuple))
_FINDINGS = st.builds(found, st.sampled_from(["CGR001", "CGR201", "CGR403"]), st.sampled_from(["info", "error"]))
_BOUNDS = st.builds(CallBoundRecord, st.sampled_from(["finite", "options", "unbounded", "unknown"]), *[st.none()] * 2)
_AUDITS = st.builds(
    ProgramAudit,
    program_id=st.just("a.py"),
    path=st.just("a.py"),
    sha256=st.just(SHA),
    status=st.sampled_from(AuditStatus),
    lines=st.just(3),
    call_bound=st.none() | _BOUNDS.map(lambda bound: replace(bound, expression="2 + options")),
    findings=st.lists(_FINDINGS, max_size=2).map(tuple),
    failures=st.just(()) | st.just((RuleFailure("CGR201", "literal-answer", "ValueError: x", ""),)),
)


@given(_POLICIES, _AUDITS, st.none() | st.integers(0, 5))
def test_every_verdict_other_than_approved_has_reasons_and_explanations(
    policy: Policy, audit: ProgramAudit, options: int | None
) -> None:
    record = verdict_record(Gate(policy, DIGEST, DIGEST).judge(audit, options))
    assert check_record("verdict", record) is None
    assert record["verdict"] == "approved" or (record["reasons"] and record["explanations"])
    known = {*Cause, *(finding.code for finding in audit.findings), "CGR001"}
    assert known.issuperset(record["reasons"])


@pytest.mark.parametrize("field", ["reasons", "explanations"])
def test_the_schema_refuses_a_verdict_without_reasons_unless_it_approves(field: str) -> None:
    record = verdict_record(judged(audited(found("CGR403")))) | {field: []}
    assert check_record("verdict", record) == f"/{field}: the list is empty; give at least one element"
    assert check_record("verdict", record | {"verdict": "approved"}) is None


def test_a_verdict_is_written_as_its_schema_says() -> None:
    record = verdict_record(judged(audited(found("CGR403"), found("CGR104")), options=4))
    assert check_record("verdict", record) is None
    assert (record["reasons"], record["option_count"]) == (["CGR403"], 4)
    assert record["explanations"] == ["CGR403 cgr403 in line 3: said"]


def probe_result(sensitivity: str | None, *findings: Finding) -> ProbeResult:
    return ProbeResult(sensitivity, (0,), 12, findings)


INSENSITIVE = replace(found("CGR901"), span=None)


@pytest.mark.parametrize(
    ("probed", "verdict", "reasons"),
    [
        (None, "approved", ()),
        (probe_result("sensitive"), "approved", ()),
        (probe_result("partly"), "approved", ()),
        (probe_result("undecided", found("CGR904")), "approved", ()),
        (probe_result(None), "approved", ()),
        (probe_result("insensitive", INSENSITIVE), "observe", ("CGR901",)),
        (probe_result("insensitive"), "observe", ("probe",)),
        (probe_result("sensitive", found("CGR909")), "observe", ("CGR909",)),
    ],
)
def test_what_a_probe_showed_decides_where_the_text_shows_nothing(
    probed: ProbeResult | None, verdict: str, reasons: tuple[str, ...]
) -> None:
    judged_ = Gate(DEFAULT, DIGEST, DIGEST).judge(audited(), None, probed)
    assert (judged_.verdict, judged_.reasons) == (verdict, reasons)
    assert bool(judged_.explanations) is bool(reasons)
    record = verdict_record(judged_)
    assert check_record("verdict", record) is None
    assert (record["probed"] is None) is (probed is None)


@pytest.mark.parametrize("finding", [INSENSITIVE, found("CGR904")])
def test_a_verdict_says_what_its_probe_showed(finding: Finding) -> None:
    gate, audit = Gate(DEFAULT, DIGEST, DIGEST), audited()
    record = verdict_record(gate.judge(audit, 4, probe_result("insensitive", finding)))
    again = gate.judge(audit, 4, read_probe_result(record["probed"]))
    assert verdict_record(again) == record


def test_a_program_that_is_refused_stays_refused_whatever_its_probe_showed() -> None:
    verdict = Gate(DEFAULT, DIGEST, DIGEST).judge(audited(found("CGR403")), None, probe_result("sensitive"))
    assert verdict.verdict == "refused"
