from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cgr_audit.execution.paths import assisted_path
from cgr_audit.execution.provenance import UNDETERMINED, AnswerFlow, answer_flows, executed_source
from cgr_audit.records.rows import Item, RowKey
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.source.contract import load_contract

CGR = load_contract("cgr")
ITEM = Item("i", "d", "Q?", tuple({"id": letter, "text": letter} for letter in "ABC"), ("B",))

EARLY_FALLBACK = """
def solve(question):
    reply = llm_model(question, {})
    letter = extract_answer(reply)
    if letter == "X":
        return "A", "B", 3
    return letter, "B", 3
"""
LATE_FALLBACK = """
def solve(question):
    letter = extract_answer(llm_model(question, {}))
    if letter == "X":
        letter = "A"
    return letter, "B", 3
"""
INITIAL_VALUE = """
def solve(question):
    best = "C"
    for _ in range(2):
        letter = extract_answer(llm_model(question, {}))
        if letter != "X":
            best = letter
    return best, "B", 3
"""
SELECTED = """
def solve(question):
    reply = llm_model(question + " yes or no?", {})
    if "yes" in reply.lower():
        return "A", "B", 3
    return "B", "C", 3
"""
LITERAL = """
ANSWER = "".join(["B"])
def solve(question):
    llm_model(question, {})
    return ANSWER, "C", 3
"""
RAISES = """
def solve(question):
    try:
        return letter_of(question), "B", 3
    except ValueError:
        return "A", "B", 3

def letter_of(question):
    letter = extract_answer(llm_model(question, {}))
    if letter == "X":
        raise ValueError(letter)
    return letter
"""


def source_of(sandbox: Sandbox, program: str, reply: str) -> tuple[str | None, str]:
    result = assisted_path(sandbox, program.encode(), ITEM, lambda request: reply, RowKey("d", "i", "s", "g", 0))
    assert result.outcome == "completed", result.error
    flows = answer_flows(program.encode(), CGR)
    assert result.answer is not None
    return result.answer, executed_source(flows, result.lines, result.answer)


@pytest.mark.parametrize(
    ("program", "reply", "answer", "source"),
    [
        (EARLY_FALLBACK, "it is C", "C", "solver"),
        (EARLY_FALLBACK, "no idea", "A", "fallback"),
        (LATE_FALLBACK, "it is C", "C", "solver"),
        (LATE_FALLBACK, "A", "A", "solver"),
        (LATE_FALLBACK, "no idea", "A", UNDETERMINED),
        (INITIAL_VALUE, "it is B", "B", "solver"),
        (INITIAL_VALUE, "it is C", "C", UNDETERMINED),
        (SELECTED, "Yes.", "A", "selected"),
        (SELECTED, "No.", "B", "selected"),
        (LITERAL, "A", "B", "literal"),
        (RAISES, "it is C", "C", "solver"),
    ],
    ids=lambda value: value if len(str(value)) < 12 else "program",
)
def test_an_answer_has_the_source_of_the_path_that_ran(
    sandbox: Sandbox, program: str, reply: str, answer: str, source: str
) -> None:
    assert source_of(sandbox, program, reply) == (answer, source)


def test_what_cannot_have_been_is_taken_away() -> None:
    flows = (
        AnswerFlow("solver", None, (range(7, 8),)),
        AnswerFlow("fallback", "A", (range(5, 6), range(7, 8))),
        AnswerFlow("literal", "B", (range(3, 5),)),
    )
    assert executed_source(flows, {7}, "A") == "solver"
    assert executed_source(flows, {5, 7}, "A") == UNDETERMINED
    assert executed_source(flows, {5, 7}, "B") == "solver"
    assert executed_source(flows, {4}, "B") == "literal"
    assert executed_source(flows, {1}, "B") == UNDETERMINED
    assert executed_source((AnswerFlow("unknown", None, ()),), {1}, "B") == UNDETERMINED


def test_a_text_that_is_no_program_has_no_flows() -> None:
    assert answer_flows(b"def solve(:", CGR) == ()
    assert answer_flows(b"\xff", CGR) == ()


def test_programs_nested_as_deeply_as_the_audit_allows_are_read() -> None:
    program = b"def solve(question):\n    return " + b"(" * 150 + b"'B'" + b")" * 150 + b", 'B', 1\n"
    assert [flow.source for flow in answer_flows(program, CGR)] in (["literal"], ["generator"])


def test_rows_say_where_their_answer_comes_from(bench: Any, sandbox: Sandbox, tmp_path: Path) -> None:
    from cgr_audit.execution.provenance import ExecutedProvenance
    from cgr_audit.execution.session import run_package
    from cgr_audit.solvers.constant import ConstantSolver

    programs = {"early": EARLY_FALLBACK.encode(), "literal": LITERAL.encode(), "broken": b"def solve():\n    1 / 0\n"}
    run, judgement = bench.run(bench.package(programs), ConstantSolver("C"))
    provenance = ExecutedProvenance(run.package, CGR)
    rows = run_package(run, judgement, sandbox, tmp_path / "out", provenance=provenance).rows
    assert {row.item_id: row.executed_provenance for row in rows} == {
        "broken": None,
        "early": "solver",
        "literal": "literal",
    }
