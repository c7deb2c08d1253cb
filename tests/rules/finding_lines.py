"""The lines on which one rule, or a family of rules, finds something in a program under the contract ``cgr``."""

from __future__ import annotations

from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.registry import load_registry
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

__all__ = ["finding_lines", "findings_of"]

REGISTRY = load_registry()
CONTRACT = load_contract("cgr")


def finding_lines(code: str, source: str) -> list[int]:
    """The line of each finding, in order; the rule must not have crashed."""
    audit = audit_program(Program("case.py", "case.py", source.encode()), CONTRACT, [REGISTRY.find(code)])
    assert audit.failures == ()
    return [finding.span.line for finding in audit.findings if finding.span is not None]


def findings_of(family: str | tuple[str, ...], source: str) -> list[tuple[str, int]]:
    """The code and line of each finding of some family of rules (``CGR4``), in order; no rule must have crashed."""
    rules = [rule for rule in REGISTRY.rules if rule.meta.code.startswith(family)]
    audit = audit_program(Program("case.py", "case.py", source.encode()), CONTRACT, rules)
    assert audit.failures == ()
    return [(finding.code, finding.span.line) for finding in audit.findings if finding.span is not None]
