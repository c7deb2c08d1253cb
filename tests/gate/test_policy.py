"""Policies: what is read, and what is refused."""

from __future__ import annotations

import pytest

from cgr_audit.audit.finding import Severity
from cgr_audit.audit.registry import load_registry
from cgr_audit.errors import UsageError
from cgr_audit.gate.policy import Clause, Decision, Policy, default_policy_text, load_policy, parse_policy

REGISTRY = load_registry()
HEAD = 'name = "x"\ndefault = "approved"\n'


def parsed(clause: str) -> Policy:
    return parse_policy(f"{HEAD}[[clause]]\n{clause}", REGISTRY, "p.toml")


def test_the_built_in_policy_is_the_documented_one() -> None:
    assert load_policy(None, REGISTRY) == Policy(
        "default",
        Decision.APPROVED,
        (
            Clause(Decision.REFUSED, codes=("CGR0*", "CGR4*"), severity=Severity.ERROR),
            Clause(Decision.OBSERVE, codes=("CGR1*", "CGR2*", "CGR3*", "CGR5*"), severity=Severity.ERROR),
            Clause(Decision.OBSERVE, codes=("CGR901", "CGR908", "CGR909"), severity=Severity.ERROR),
            Clause(Decision.OBSERVE, probe=("insensitive",)),
            Clause(Decision.OBSERVE, call_bound=("unbounded", "unknown")),
        ),
    )


def test_a_digest_is_of_what_a_policy_means_and_not_of_how_it_is_spelled() -> None:
    spelled = default_policy_text().replace("\n\n", "\n# a comment\n")
    assert parse_policy(spelled, REGISTRY, "p.toml").digest == load_policy(None, REGISTRY).digest
    assert (
        parsed('verdict = "refused"\ncodes = ["CGR4*"]\n').digest
        != parsed('verdict = "observe"\ncodes = ["CGR4*"]\n').digest
    )
    without, spelled_out = 'verdict = "refused"\ncodes = ["CGR4*"]\n', 'severity = "info"\n'
    assert parsed(without).digest == parsed(without + spelled_out).digest


@pytest.mark.parametrize(
    ("clause", "message"),
    [
        ('verdict = "refused"\ncodes = ["CGR999"]\n', "p.toml: /clause/0/codes: no rule 'CGR999'"),
        ('verdict = "refused"\ncodes = ["CGR7*"]\n', "p.toml: /clause/0/codes: no rule 'CGR7*'"),
        ('verdict = "refused"\ncodes = ["no-slug"]\n', "p.toml: /clause/0/codes: no rule 'no-slug'"),
        (
            'verdict = "denied"\ncodes = ["CGR4*"]\n',
            "p.toml: /clause/0/verdict: 'approved', 'observe' or 'refused' is expected, not the text 'denied'",
        ),
        ('verdict = "refused"\n', "p.toml: /clause/0: "),
        ('verdict = "refused"\nseverity = "error"\n', "p.toml: /clause/0: "),
        ('verdict = "refused"\ncodes = []\n', "p.toml: /clause/0/codes: "),
        ('verdict = "refused"\ncall_bound = ["huge"]\n', "p.toml: /clause/0/call_bound/0: "),
        ('verdict = "refused"\ncall_bound_above = -1\n', "p.toml: /clause/0/call_bound_above: "),
        ('verdict = "refused"\nsha256 = ["abc"]\n', "p.toml: /clause/0/sha256/0: "),
        ('verdict = "refused"\ncode = ["CGR4*"]\n', "p.toml: /clause/0: "),
    ],
)
def test_a_clause_that_cannot_be_understood_is_refused_with_its_place(clause: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        parsed(clause)
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


def test_a_family_may_be_named_before_it_has_rules() -> None:
    policy = parsed('verdict = "refused"\ncodes = ["cgr9*", "CGR2*"]\n')
    assert policy.clauses[0].codes == ("cgr9*", "CGR2*")
