"""The answer-integrity codes that a program under the contract ``cgr`` gets."""

from __future__ import annotations

from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.registry import load_registry
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

__all__ = ["integrity_codes"]

RULES = [rule for rule in load_registry().rules if rule.meta.code.startswith("CGR2")]
CONTRACT = load_contract("cgr")


def integrity_codes(source: str) -> list[str]:
    """Every code of the family that is found, once each, in order."""
    audit = audit_program(Program("case.py", "case.py", source.encode()), CONTRACT, RULES)
    assert audit.failures == ()
    return sorted({finding.code for finding in audit.findings})
