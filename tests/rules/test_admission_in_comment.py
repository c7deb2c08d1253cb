"""What a program says of itself is quoted where it stands, and decides nothing."""

from __future__ import annotations

import pytest

from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.finding import Severity
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.registry import load_registry
from cgr_audit.gate.policy import load_policy
from cgr_audit.gate.verdict import Gate
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

HONEST = (
    "def solve(question, options, exp_config):\n    return extract_answer(llm_model(question, exp_config)), 'B', 3{}\n"
)
CHEATING = "def solve(question, options, exp_config):\n    return 'B', 'B', 3{}\n"


def audited(text: str) -> ProgramAudit:
    return audit_program(Program("a.py", "a.py", text.encode()), load_contract("cgr"), load_registry().rules)


@pytest.mark.parametrize("program", [HONEST, CHEATING])
def test_an_admission_is_quoted_and_changes_no_verdict(program: str) -> None:
    silent, admitting = audited(program.format("")), audited(program.format("  # CHEAT: most common in the examples"))
    added = [finding for finding in admitting.findings if finding.code == "CGR212"]
    assert [finding.severity for finding in added] == [Severity.INFO]
    assert added[0].message == 'the program admits a shortcut: "CHEAT: most common in the examples"'
    assert {one.code for one in admitting.findings} - {one.code for one in silent.findings} == {"CGR212"}
    registry, contract = load_registry(), load_contract("cgr")
    gate = Gate(load_policy(None, registry), registry.digest, contract.digest)
    assert gate.judge(silent).verdict == gate.judge(admitting).verdict
    assert gate.judge(silent).reasons == gate.judge(admitting).reasons


def test_an_admission_in_a_fence_is_quoted_where_it_stands() -> None:
    audit = audited("Here it is:\n\n```python\n" + HONEST.format("  # hardcoded answer") + "```\n")
    places = [(finding.span.line, finding.span.column) for finding in audit.findings if finding.code == "CGR212"]
    assert places == [(5, 69)]


@pytest.mark.parametrize(
    ("comment", "is_one"),
    [("always the same answer", True), ("always gives the same letter", True), ("cheat: skip it", True),
     ("cheat sheet of formulas", False), ("Cheat-sheet", False)],
)  # fmt: skip
def test_the_wordings_of_the_rules_page_are_found_and_an_aid_to_memory_is_not(comment: str, is_one: bool) -> None:
    assert ("CGR212" in {finding.code for finding in audited(HONEST.format(f"  # {comment}")).findings}) is is_one
