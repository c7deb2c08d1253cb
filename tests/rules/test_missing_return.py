"""CGR104: what belongs to one finding."""

from __future__ import annotations

import textwrap

from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.registry import load_registry
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

RULES = [rule for rule in load_registry().rules if rule.meta.code == "CGR104"]
CONTRACT = load_contract("cgr")


def findings(body: str) -> list[tuple[int, list[int]]]:
    """The line of each finding, counted from 1 in the entry's body, with those of its evidence."""
    source = "def solve(q):\n" + textwrap.indent(body, "    ")
    audit = audit_program(Program("case.py", "case.py", source.encode()), CONTRACT, RULES)
    return [
        (finding.span.line - 1, [evidence.span.line - 1 for evidence in finding.evidence]) for finding in audit.findings
    ]


def test_falling_off_the_end_in_several_ways_is_one_finding() -> None:
    assert findings("if q:\n    for w in q:\n        if w:\n            break\nelse:\n    print(q)\n") == [(2, [4, 6])]


def test_every_bare_return_is_a_finding_of_its_own() -> None:
    assert findings("if q:\n    return\nif q > 1:\n    return\nprint(q)\n") == [(2, []), (4, []), (5, [])]


def test_a_program_that_falls_off_nowhere_has_no_finding() -> None:
    assert findings("if q:\n    return 1, 2, 3\nraise ValueError(q)\n") == []
