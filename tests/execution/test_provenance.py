from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from cgr_audit.execution.paths import assisted_path
from cgr_audit.execution.provenance import UNDETERMINED, AnswerFlow, Reading, executed_source, read_program
from cgr_audit.records.rows import Item, RowKey
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.cycle import CycleSolver
from cgr_audit.source.contract import load_contract

from .hand_written_oracles import HAND_WRITTEN
from .planted_oracle import AGAIN, REPLIES, begun_again, planted_programs, sampled_programs

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
ASKED_TWICE = """
    letter = "X"
    for _ in range(2):
        letter = extract_answer(llm_model(question, {}))
        if letter != "X":
            break
"""
LOOP_LEFT_EITHER_WAY = f"""
def ask(question):{ASKED_TWICE}
    return letter

def solve(question):
    letter = ask(question)
    return letter if letter != "X" else "A", "B", 3
"""
SHORT_END_AFTER_A_LOOP = f"""
best = "A"

def ask(question):
    global best{ASKED_TWICE}
    best = letter

def solve(question):
    ask(question)
    return best if best != "X" else "A", "B", 3
"""


NOTHING_FOUND = (
    'letter = extract_answer(llm_model(question, {})); why = "solver"',
    'if letter == "X":\n    letter = "A"; why = "fallback"',
    "print(why)",
    'return letter, "E", 3',
)
SPECS = ("A", "no idea", "yes, C", "no|B", "A|no idea", "no|no|D|no")
LEAST_WRITTEN = LEAST_DRAWN = 0.9


def truth_and_said(sandbox: Sandbox, program: str, spec: str) -> tuple[str, str]:
    """What a program prints of itself, and what is decided of the same run."""
    solver = CycleSolver(tuple(spec.split("|")))
    run = assisted_path(sandbox, program.encode(), ITEM, solver, RowKey("d", "i", "s", "g", 0))
    assert run.outcome == "completed", (run.error, program)
    truth = sandbox.run(program.encode(), ITEM.for_sandbox(), solver, 0).output.split()[-1]
    return truth, executed_source(reading_of(program), run)


@cache
def reading_of(program: str) -> Reading | None:
    return read_program(program.encode(), CGR)


def source_of(sandbox: Sandbox, program: str, reply: str) -> tuple[str | None, str]:
    result = assisted_path(sandbox, program.encode(), ITEM, lambda request: reply, RowKey("d", "i", "s", "g", 0))
    assert result.outcome == "completed", result.error
    return result.answer, executed_source(read_program(program.encode(), CGR), result)


@pytest.mark.parametrize(
    ("program", "reply", "answer", "source"),
    [
        (EARLY_FALLBACK, "it is C", "C", "solver"),
        (EARLY_FALLBACK, "no idea", "A", "fallback"),
        (LATE_FALLBACK, "it is C", "C", "solver"),
        (LATE_FALLBACK, "A", "A", "solver"),
        (LATE_FALLBACK, "no idea", "A", "fallback"),
        (INITIAL_VALUE, "it is B", "B", "solver"),
        (INITIAL_VALUE, "it is C", "C", "solver"),
        (SELECTED, "Yes.", "A", "selected"),
        (SELECTED, "No.", "B", "selected"),
        (LITERAL, "A", "B", "literal"),
        (RAISES, "it is C", "C", "solver"),
        (SHORT_END_AFTER_A_LOOP, "it is A", "A", "solver"),
        (SHORT_END_AFTER_A_LOOP, "no idea", "A", "fallback"),
        (LOOP_LEFT_EITHER_WAY, "it is A", "A", "solver"),
        (LOOP_LEFT_EITHER_WAY, "no idea", "A", "fallback"),
    ],
    ids=lambda value: value if len(str(value)) < 12 else "program",
)
def test_an_answer_has_the_source_of_the_path_that_ran(
    sandbox: Sandbox, program: str, reply: str, answer: str, source: str
) -> None:
    assert source_of(sandbox, program, reply) == (answer, source)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(planted_programs(), st.lists(st.sampled_from(REPLIES), min_size=1, max_size=4))
def test_a_program_that_keeps_its_own_provenance_is_never_contradicted(
    sandbox: Sandbox, program: str, replies: list[str]
) -> None:
    run = assisted_path(sandbox, program.encode(), ITEM, CycleSolver(tuple(replies)), RowKey("d", "i", "s", "g", 0))
    again = sandbox.run(program.encode(), ITEM.for_sandbox(), CycleSolver(tuple(replies)), 0)
    assert run.outcome == "completed", run.error
    truth = again.output.splitlines()[-1]
    assert executed_source(read_program(program.encode(), CGR), run) in (truth, UNDETERMINED), program


@pytest.mark.slow
def test_most_runs_of_programs_written_by_hand_are_decided_and_none_is_contradicted(sandbox: Sandbox) -> None:
    runs = {(name, spec): truth_and_said(sandbox, program, spec) for name, program in HAND_WRITTEN for spec in SPECS}
    decided = {run: (truth, said) for run, (truth, said) in runs.items() if said != UNDETERMINED}
    assert [run for run, (truth, said) in decided.items() if truth not in (said, "unknown")] == []
    assert len(decided) / len(runs) >= LEAST_WRITTEN


@pytest.mark.parametrize("count", [15, pytest.param(60, marks=pytest.mark.slow)])
def test_many_runs_of_drawn_programs_are_decided_and_none_is_contradicted(sandbox: Sandbox, count: int) -> None:
    runs = [truth_and_said(sandbox, program, spec) for program in sampled_programs(count) for spec in SPECS]
    assert [said for truth, said in runs if said not in (truth, UNDETERMINED)] == []
    assert sum(said != UNDETERMINED for _, said in runs) / len(runs) >= LEAST_DRAWN


@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize("is_entry", [False, True], ids=["helper", "entry"])
def test_no_way_back_into_a_function_misleads(sandbox: Sandbox, again: str, is_entry: bool) -> None:
    program = begun_again(NOTHING_FOUND, again, "", is_entry=is_entry)
    truth, said = truth_and_said(sandbox, program, "no idea|it is A")
    assert truth == "solver"
    assert said in ("solver", UNDETERMINED)


def test_what_cannot_have_been_is_taken_away() -> None:
    solver = AnswerFlow("solver", None, (range(7, 8),))
    fallback = AnswerFlow("fallback", "A", (range(5, 6), range(7, 8)))
    assert solver.is_possible(frozenset({7}), "A")
    assert not solver.is_possible(frozenset({5}), "A")
    assert fallback.is_possible(frozenset({5, 7}), "A")
    assert not fallback.is_possible(frozenset({5, 7}), "B")
    assert not fallback.is_possible(frozenset({7}), "A")


def test_a_text_that_is_no_program_cannot_be_read() -> None:
    assert read_program(b"def solve(:", CGR) is None
    assert read_program(b"\xff", CGR) is None


def test_programs_nested_as_deeply_as_the_audit_allows_are_read() -> None:
    program = b"def solve(question):\n    return " + b"(" * 150 + b"'B'" + b")" * 150 + b", 'B', 1\n"
    reading = read_program(program, CGR)
    assert reading is not None
    assert [answer.source for answer in reading.answers] in (["literal"], ["generator"])


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
