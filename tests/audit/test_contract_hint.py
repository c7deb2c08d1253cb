"""Whether programs were audited under a contract that they were not written for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cgr_audit.audit.contract_hint import contract_hint
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit
from cgr_audit.audit.report import Audit
from cgr_audit.source.contract import load_contract

ASKS = ("pick", "helpers.ask_llm")


def audit_of(*calls: Sequence[str]) -> Audit:
    audit = Audit(load_contract("cgr"), (), "sha256:0")
    for number, names in enumerate(calls):
        name = f"{number}.py"
        audit.add(ProgramAudit(name, name, "0" * 64, AuditStatus.ANALYSED, 1, unknown_calls=tuple(names)))
    return audit


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ([ASKS] * 11 + [()] * 5, ("ask_llm", 11, 16)),
        ([("ask_llm",), ("helpers.ask_llm",)], ("ask_llm", 2, 2)),
        ([("pick", "sort"), ("sort",)], ("sort", 2, 2)),
        ([("task_list", "ask")], ("ask", 1, 1)),
        ([ASKS] * 7 + [()] * 9, None),
        ([()], None),
        ([], None),
    ],
)
def test_a_function_that_half_of_the_programs_call_may_be_the_solver(
    calls: list[Sequence[str]], expected: tuple[str, int, int] | None
) -> None:
    with audit_of(*calls) as audit:
        hint = contract_hint(audit)
        assert (hint and (hint.function, hint.programs, hint.of)) == expected


def test_the_sentence_names_the_function_and_the_command_that_finds_a_contract() -> None:
    with audit_of(*[ASKS] * 11, *[()] * 5) as audit:
        hint = contract_hint(audit)
        assert hint is not None
        assert hint.sentence(["my programs/"]) == (
            "`ask_llm` is called in 11 of 16 programs and is not a helper of contract 'cgr'. Is it the solver? "
            "`cgr-audit contracts infer 'my programs/'`"
        )


@pytest.mark.parametrize(
    ("code", "expected"),
    [("CGR001", False), ("CGR108", True), ("CGR201", True), ("CGR401", True), ("CGR403", False), ("T001", False)],
)
def test_findings_that_no_contract_changes_are_not_explained_by_it(code: str, expected: bool) -> None:
    finding = Finding(code, "slug", Severity.ERROR, Confidence.HIGH, None, "said")
    with audit_of(ASKS) as audit:
        hint = contract_hint(audit)
        assert hint is not None
        (program,) = audit
        assert hint.explains(program, finding) is expected
