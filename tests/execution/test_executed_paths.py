"""Following a program once more costs what its size allows, and is done once for one run."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Literal

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.interpreter.executed import Executed
from cgr_audit.analysis.queries.provenance import find_provenance
from cgr_audit.execution import executed_paths, provenance
from cgr_audit.execution.path_result import AttemptRun, PathResult
from cgr_audit.execution.provenance import UNDETERMINED, ExecutedProvenance, executed_source, read_program
from cgr_audit.sandbox.outcome import Branch
from cgr_audit.solvers.asking import ask
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.solvers.interface import SolverRequest
from cgr_audit.source.contract import load_contract

CGR = load_contract("cgr")
HEAD = "def solve(question, options):\n    letter = extract_answer(llm_model(question, {}))\n"
TAIL = "    if letter == 'X':\n        letter = 'A'\n    return letter, 'B', 1\n"


def helpers(count: int) -> str:
    called = "".join(f"def f{n}(q):\n    return f{n + 1}(q)\n" for n in range(count))
    return f"{called}def f{count}(q):\n    return q\n{HEAD}    f0(question)\n{TAIL}"


def generators(count: int) -> str:
    made = "".join(f"def f{n}(q):\n    return q\ndef g{n}(q):\n    yield f{n}(q)\n" for n in range(count))
    return made + HEAD + TAIL


def memberships(count: int) -> str:
    return HEAD + "    ids = {o['id'] for o in options}\n" + "    if letter in ids: x = len(letter)\n" * count + TAIL


def additions(count: int) -> str:
    return HEAD + "    x = ''\n" + "    x += 'a'\n    x = 'b'\n" * count + TAIL


def variables(count: int) -> str:
    bound = "".join(f"    v{n} = question\n" for n in range(count))
    return HEAD + bound + "    if letter: x = 1\n" * count + TAIL


def chain_of_tests(count: int) -> str:
    return HEAD + "    if letter == 'B':\n        x = 0\n" + "    elif question:\n        x = 1\n" * count + TAIL


def long_sum(count: int) -> str:
    return HEAD + "    x = " + "+".join(["question"] * count) + "\n" + TAIL


def calls_made(program: str) -> int:
    """How many functions are called to follow a run, iterations of generators included."""
    facts = Facts(ast.parse(program), CGR)
    facts.scopes, facts.index, facts.entry  # noqa: B018  made beforehand
    lines = frozenset(range(1, program.count("\n") + 1))
    made = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal made
        made += event == "call"

    sys.setprofile(count)
    try:
        assert facts.entry is not None
        executed = Executed(facts.index, lines, ())
        find_provenance(facts.index, facts.scopes, CGR, facts.entry, executed=executed, is_weighed=True)
    finally:
        sys.setprofile(None)
    return made


def result(
    *lines: int, reply: str = "no idea", answer: str = "A", branches: tuple[Branch, ...] | None = ()
) -> PathResult:
    call = ask(ConstantSolver(reply), SolverRequest("?"))
    run = AttemptRun("completed", None, None, 1, lines, branches)
    return PathResult("completed", answer, False, 1, (call,), runs=(run,))


@pytest.mark.parametrize(
    "family", [helpers, generators, pytest.param(memberships, marks=pytest.mark.slow), additions, variables]
)
def test_twice_the_program_is_no_more_than_twice_the_work(family: Callable[[int], str]) -> None:
    assert calls_made(family(200)) < 2.3 * calls_made(family(100))


@pytest.mark.parametrize("family", [helpers, variables, chain_of_tests, long_sum, generators])
def test_a_program_beyond_the_budget_is_undetermined(family: Callable[[int], str]) -> None:
    program = family(2000)
    reading = read_program(program.encode(), CGR)
    assert executed_source(reading, result(*range(1, program.count("\n") + 1))) == UNDETERMINED


@pytest.mark.slow
def test_variables_that_every_test_copies_count_as_work() -> None:
    program = variables(1000)
    facts = Facts(ast.parse(program), CGR)
    assert set(facts.provenance.answer) == {"solver", "fallback"}
    reading = read_program(program.encode(), CGR)
    assert reading is not None
    assert [answer.source for answer in reading.answers] == ["unknown"]


def test_a_program_of_one_source_is_not_kept_whole() -> None:
    reading = read_program(b"def solve(question):\n    return extract_answer(llm_model(question, {})), 'B', 1\n", CGR)
    assert reading is not None
    assert reading.paths is None
    assert executed_source(reading, result(1, 2, answer="C")) == "solver"


def test_the_same_run_is_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    followed = []

    def counted(*arguments: Any, **named: Any) -> Any:
        followed.append(named["executed"])
        return find_provenance(*arguments, **named)

    monkeypatch.setattr(executed_paths, "find_provenance", counted)
    reading = read_program((HEAD + TAIL).encode(), CGR)
    fallback, solver = result(1, 2, 3, 4, 5), result(1, 2, 3, 5, reply="A")
    assert [executed_source(reading, run) for run in (fallback, fallback, fallback)] == ["fallback"] * 3
    assert len(followed) == 1
    assert executed_source(reading, solver) == "solver"
    assert executed_source(reading, result(1, 2, 3, 4, 5, reply="It is")) == "fallback"
    assert len(followed) == 1  # the solver's run was decided by its lines, and "It is" gives the letter X again
    held = result(1, 2, 3, 4, 5, branches=((3, 7, "true"),))
    assert [executed_source(reading, run) for run in (held, held)] == ["fallback"] * 2
    assert len(followed) == 2


def test_a_run_that_an_earlier_version_recorded_without_branches_is_decided_by_its_lines_alone() -> None:
    reading = read_program((HEAD + TAIL).encode(), CGR)
    records = [result(*lines, reply="A").to_record() for lines in ((1, 2, 3, 4, 5), (1, 2, 3, 5))]
    for record in records:
        del record["runs"][0]["branches"]
    runs = list(map(PathResult.from_record, records))
    assert [run.branches for run in runs] == [None, None]
    assert [executed_source(reading, run) for run in runs] == [UNDETERMINED, "solver"]


@pytest.mark.parametrize(("outcome", "source"), [("true", "fallback"), ("false", "solver")])
def test_the_branch_taken_decides_a_test_on_one_line(outcome: Literal["true", "false"], source: str) -> None:
    reading = read_program((HEAD + "    return 'A' if letter == 'X' else letter, 'B', 1\n").encode(), CGR)
    run = result(1, 2, 3, reply="A", branches=((3, 18, outcome),))
    assert executed_source(reading, run) == source
    (attempt,) = run.runs
    assert AttemptRun.from_record(json.loads(json.dumps(attempt.to_record()))) == attempt


def test_programs_are_kept_up_to_a_weight_the_latest_used_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    programs = {name: f"# {name}\n{HEAD}{TAIL}".encode() for name in "abcd"}
    read: list[str] = []

    def bytes_of(record: Any) -> bytes:
        read.append(record.sha256)
        return programs[record.sha256]

    item = SimpleNamespace(option_ids=("A", "B"))
    package: Any = SimpleNamespace(program_bytes=bytes_of, items={"i": item})
    monkeypatch.setattr(provenance, "MOST_KEPT", 3 * len(programs["a"]))
    decide = ExecutedProvenance(package, CGR)
    for name in "abcabdabdc":
        record: Any = SimpleNamespace(sha256=name, item_key="i")
        assert decide(record, result(2, 3, 4, 5, 6)) == "fallback"
    assert read == ["a", "b", "c", "d", "c"]
    assert decide.kept == ("b", "d", "c")
