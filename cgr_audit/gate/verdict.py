"""Verdicts: whether the bytes of a program may run, and why not.

The strictest clause that applies wins. A program that was not fully analysed is refused, whatever the policy says. A
program approved by its sha256 is let through where it would be observed, never where it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from cgr_audit.audit.finding import Finding
from cgr_audit.audit.program_audit import AuditStatus, CallBoundRecord, ProgramAudit
from cgr_audit.audit.unanalysed import SYNTAX_ERROR
from cgr_audit.gate.bound import at_most
from cgr_audit.gate.policy import Clause, Decision, Policy
from cgr_audit.gate.probe_result import ProbeResult, probe_result_record
from cgr_audit.notebook import notebook_html

__all__ = ["CAUSES", "Cause", "Gate", "Reason", "Verdict", "verdict_record"]

_INSENSITIVE = "CGR901"


class Cause(StrEnum):
    """What decides a verdict other than findings."""

    CALL_BOUND = "call-bound"
    """How many solver calls the program can make."""
    PROBE = "probe"
    """Whether its answer follows the solver."""
    NAMED_PROGRAM = "named-program"
    """A clause of the policy that lists the program's sha256."""
    NOT_ANALYSED = "not-analysed"
    """An internal error: the audit did not finish."""
    POLICY_DEFAULT = "policy-default"
    """No clause of the policy applies."""


CAUSES: Mapping[str, str] = MappingProxyType(
    {
        Cause.CALL_BOUND: "The policy limits how many solver calls a program can make.",
        Cause.PROBE: "The policy asks for an answer that follows the solver.",
        Cause.NAMED_PROGRAM: "The policy lists the sha256 of the program.",
        Cause.NOT_ANALYSED: "The audit of the program did not finish.",
        Cause.POLICY_DEFAULT: "No clause of the policy applies to the program.",
    }
)
"""What each cause means, for readers of a report."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that decided a verdict."""

    code: str
    """A finding's code, or a ``Cause``."""
    text: str
    finding: Finding | None = None
    """The finding, where it is one."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether these bytes may run, by which rules, contract and policy."""

    program_id: str
    sha256: str
    verdict: Decision
    because: tuple[Reason, ...]
    """What decided it; never empty unless approved."""
    rules: str
    contract: str
    policy: str
    option_count: int | None
    """How many options the item has, where that is known."""
    probed: ProbeResult | None = None
    """Null where the program was not probed."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """What decided it, sorted: codes of findings, or words of ``Cause``."""
        return tuple(sorted({str(reason.code) for reason in self.because}))

    @property
    def explanations(self) -> tuple[str, ...]:
        """The same in sentences."""
        return tuple(dict.fromkeys(reason.text for reason in self.because))

    def _repr_html_(self) -> str:
        return notebook_html(self)


@dataclass(frozen=True, slots=True)
class Gate:
    """Judges programs by one policy; the digests say by which rules and contract they were audited."""

    policy: Policy
    rules_digest: str
    contract_digest: str

    def judge(self, audit: ProgramAudit, option_count: int | None = None, probed: ProbeResult | None = None) -> Verdict:
        """The verdict on a program.

        Args:
            audit: its record, made with every rule. Suppressions and baselines count for nothing here.
            option_count: how many options its item has, where that is known.
            probed: what its probe showed, where it was probed.
        """
        decision, reasons = self._decide(audit, option_count, probed)
        return Verdict(
            program_id=audit.program_id,
            sha256=audit.sha256,
            verdict=decision,
            because=tuple(reasons),
            rules=self.rules_digest,
            contract=self.contract_digest,
            policy=self.policy.digest,
            option_count=option_count,
            probed=probed,
        )

    def judge_all(
        self,
        audits: Iterable[ProgramAudit],
        option_count_of: Callable[[str], int | None],
        contract_digest_of: Callable[[str], str] | None = None,
    ) -> Iterator[Verdict]:
        """The verdicts on programs, in their order.

        Args:
            audits: their records.
            option_count_of: how many options the item of the program with an id has.
            contract_digest_of: of the contract that the program with an id was audited under, where they differ.
        """
        for audit in audits:
            gate = self
            if contract_digest_of is not None:
                gate = replace(self, contract_digest=contract_digest_of(audit.program_id))
            yield gate.judge(audit, option_count_of(audit.program_id))

    def _decide(
        self, audit: ProgramAudit, option_count: int | None, probed: ProbeResult | None
    ) -> tuple[Decision, list[Reason]]:
        if audit.status is not AuditStatus.ANALYSED:
            return Decision.REFUSED, list(_not_analysed(audit))
        applying = [(clause, _reasons(clause, audit, option_count, probed)) for clause in self.policy.clauses]
        applying = [(clause, reasons) for clause, reasons in applying if reasons]
        refusing = _of(applying, Decision.REFUSED)
        if refusing:
            return Decision.REFUSED, refusing
        named = [reason for clause, reasons in applying for reason in reasons if _approves_by_name(clause)]
        if named:
            return Decision.APPROVED, named
        for decision in (Decision.OBSERVE, Decision.APPROVED):
            reasons = _of(applying, decision)
            if reasons:
                return decision, reasons
        default = self.policy.default
        said = f"no clause of the policy {self.policy.name!r} applies"
        return default, [] if default is Decision.APPROVED else [Reason(Cause.POLICY_DEFAULT, said)]


def verdict_record(verdict: Verdict) -> dict[str, Any]:
    """A verdict as a line of ``verdicts.jsonl``."""
    return {
        "program_id": verdict.program_id,
        "sha256": verdict.sha256,
        "verdict": verdict.verdict.value,
        "reasons": list(verdict.reasons),
        "explanations": list(verdict.explanations),
        "rules": verdict.rules,
        "contract": verdict.contract,
        "policy": verdict.policy,
        "option_count": verdict.option_count,
        "probed": None if verdict.probed is None else probe_result_record(verdict.probed),
    }


def _of(applying: list[tuple[Clause, list[Reason]]], decision: Decision) -> list[Reason]:
    return [reason for clause, reasons in applying if clause.verdict is decision for reason in reasons]


def _approves_by_name(clause: Clause) -> bool:
    return clause.verdict is Decision.APPROVED and bool(clause.sha256)


def _not_analysed(audit: ProgramAudit) -> Iterator[Reason]:
    for failure in audit.failures:
        said = f"not analysed: {failure.code} {failure.slug} crashed: {failure.error}"
        yield Reason(Cause.NOT_ANALYSED, said)
    if audit.status is AuditStatus.NOT_ANALYSABLE:
        found = [finding for finding in audit.findings if finding.code == SYNTAX_ERROR[0]]
        for finding in found:
            yield _from_finding(finding)
        if not found:
            yield Reason(SYNTAX_ERROR[0], "it cannot be analysed")
    elif not audit.failures:
        yield Reason(Cause.NOT_ANALYSED, "not analysed: its audit failed")


def _reasons(clause: Clause, audit: ProgramAudit, option_count: int | None, probed: ProbeResult | None) -> list[Reason]:
    """Why a clause applies; nothing if it does not. Every kind of condition that is given must hold."""
    reasons: list[Reason] = []
    if clause.codes:
        findings = (*audit.findings, *(() if probed is None else probed.findings))
        caught = [_from_finding(finding) for finding in findings if clause.catches(finding)]
        if not caught:
            return []
        reasons.extend(caught)
    if clause.call_bound or clause.call_bound_above is not None:
        said = _bound_reason(clause, audit.call_bound, option_count)
        if said is None:
            return []
        reasons.append(Reason(Cause.CALL_BOUND, said))
    if clause.probe:
        if probed is None or probed.sensitivity not in clause.probe:
            return []
        shown = [_from_finding(finding) for finding in probed.findings if finding.code == _INSENSITIVE]
        reasons.extend(shown or [Reason(Cause.PROBE, f"the probe found it {probed.sensitivity}")])
    if clause.sha256:
        if audit.sha256 not in clause.sha256:
            return []
        reasons.append(Reason(Cause.NAMED_PROGRAM, f"the policy names this program as {clause.verdict.value}"))
    return reasons


def _bound_reason(clause: Clause, bound: CallBoundRecord | None, option_count: int | None) -> str | None:
    if bound is None:
        return "its number of solver calls was not analysed"
    if bound.kind in clause.call_bound:
        return f"its number of solver calls is {bound.kind}"
    limit = clause.call_bound_above
    if limit is None:
        return None
    calls = at_most(bound, option_count)
    if calls is None:
        return f"its number of solver calls ({bound.expression}) is not known to be at most {limit}"
    return f"it can make {calls} solver calls, more than {limit}" if calls > limit else None


def _from_finding(finding: Finding) -> Reason:
    place = "" if finding.span is None else f" in line {finding.span.line}"
    return Reason(finding.code, f"{finding.rule}{place}: {finding.message}", finding)
