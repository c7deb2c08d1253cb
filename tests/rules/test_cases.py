"""Every rule against its own VALID and INVALID cases, which are its tests and its documentation."""

from __future__ import annotations

import inspect

import pytest

from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.rule import BaseRule, Invalid, ObservedRule, Valid
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

RULES = load_registry().rules
HEADINGS = ("What it does", "Why it matters", "Example", "Use instead", "References")


def found(rule: BaseRule, case: Valid | Invalid) -> list[str]:
    data = case.source if isinstance(case.source, bytes) else case.source.encode("utf-8", "surrogatepass")
    audit = audit_program(Program("case.py", "case.py", data), load_contract(case.contract), [rule])
    assert audit.failures == ()
    assert all(finding.code == rule.meta.code for finding in audit.findings)
    return [str(finding.span) for finding in audit.findings]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.meta.slug)
def test_a_rule_finds_exactly_the_spans_of_its_cases(rule: BaseRule) -> None:
    expected = [(case.source, []) for case in rule.VALID] + [(case.source, list(case.at)) for case in rule.INVALID]
    assert [(case.source, found(rule, case)) for case in (*rule.VALID, *rule.INVALID)] == expected


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.meta.slug)
def test_a_rule_is_documented_under_the_five_headings_has_cases_and_a_file_named_as_its_slug(rule: BaseRule) -> None:
    lines = inspect.cleandoc(type(rule).__doc__ or "").splitlines()
    assert [line for line in lines if line in HEADINGS] == list(HEADINGS)
    if not isinstance(rule, ObservedRule):
        assert rule.VALID
        assert rule.INVALID
    assert type(rule).__module__.rpartition(".")[2] == rule.meta.slug.replace("-", "_")
