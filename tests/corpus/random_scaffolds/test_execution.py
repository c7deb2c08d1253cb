"""What the executor sees of a run."""

from __future__ import annotations

import ast
import random

import pytest

from cgr_audit.analysis.facts import resolve_entry
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.cycle import CycleSolver
from cgr_audit.source.contract import load_contract
from corpus.random_scaffolds.execution import CALL_CAP, Case, Executor, Observation
from corpus.random_scaffolds.program import write_scaffold


@pytest.fixture(scope="module")
def executor() -> Executor:
    return Executor()


def observed(executor: Executor, text: str, *cases: Case) -> list[Observation]:
    tree = ast.parse(text)
    entry = tree.body[-1]
    assert isinstance(entry, ast.FunctionDef)
    return executor.observe(tree, entry, cases)


def case(*script: str | None) -> Case:
    return Case(script, "Which?", ("sun", "moon"))


def test_a_run_is_observed_with_its_calls_its_answer_and_its_return(executor: Executor) -> None:
    text = (
        "def solve(question, options):\n    for option in options:\n        r = llm_model(option['text'], {})\n"
        "    if r == 'B':\n        return r, None, 2\n    return extract_answer(r), 'A', 1\n"
    )
    assert observed(executor, text, case("A", "B"), case("It is C.")) == [
        Observation(case("A", "B"), 2, "completed", ("'B'", "None", "2"), 5),
        Observation(case("It is C."), 2, "completed", ("'C'", "'A'", "1"), 6),
    ]


def test_a_call_that_fails_counts_and_can_be_caught(executor: Executor) -> None:
    text = (
        "def solve(question):\n    try:\n        llm_model(question, {})\n    except RuntimeError:\n"
        "        return 'F', 0, 0\n"
    )
    assert observed(executor, text, case(None)) == [Observation(case(None), 1, "completed", ("'F'", "0", "0"), 5)]


def test_what_is_raised_is_named(executor: Executor) -> None:
    text = "def solve(question):\n    raise ValueError('no')\n"
    assert observed(executor, text, case("A")) == [Observation(case("A"), 0, "ValueError: no", None, None)]


def test_a_run_without_end_is_stopped_at_the_cap(executor: Executor) -> None:
    text = "def solve(question):\n    while True:\n        llm_model(question, {})\n"
    assert observed(executor, text, case("A")) == [Observation(case("A"), CALL_CAP, "stopped", None, None)]


def test_a_loop_without_calls_is_stopped_too(executor: Executor) -> None:
    text = "def solve(question):\n    while True:\n        pass\n"
    assert observed(executor, text, case("A")) == [Observation(case("A"), 0, "stopped", None, None)]


def test_runs_do_not_see_each_other(executor: Executor) -> None:
    text = "SEEN = []\n\ndef solve(question):\n    SEEN.append(1)\n    return str(len(SEEN)), 0, 0\n"
    assert [run.answer for run in observed(executor, text, case("A"), case("B"))] == ["'1'", "'1'"]


def test_a_return_in_finally_is_the_one_that_counts(executor: Executor) -> None:
    text = "def solve(question):\n    try:\n        return 'A', 0, 0\n    finally:\n        return 'B', 0, 0\n"
    (run,) = observed(executor, text, case("A"))
    assert (run.answer, run.line) == ("'B'", 5)


def test_a_case_that_the_sandbox_ends_is_left_out_and_the_others_are_not(executor: Executor) -> None:
    text = (
        "def solve(question):\n    if llm_model(question, {}) == 'on':\n        max(iter(int, 1))\n"
        "    return 'A', 0, 0\n"
    )
    assert [run.case for run in observed(executor, text, case("on"), case("off"))] == [case("off")]


def test_what_is_observed_is_what_a_metered_run_does(executor: Executor, interpreter: Interpreter) -> None:
    contract = load_contract("cgr")
    sandbox = Sandbox(interpreter, Limits(calls=CALL_CAP), contract)
    for seed in range(25):
        text = write_scaffold(random.Random(seed)).text
        tree = ast.parse(text)
        entry = resolve_entry(tree, contract)
        assert entry is not None
        assert isinstance(entry.node, ast.FunctionDef)
        (seen,) = executor.observe(tree, entry.node, [case("yes", "A", "no B")])
        run = sandbox.run(text.encode(), seen.case.item, CycleSolver(("yes", "A", "no B")), 0)
        value = tuple(map(repr, run.value)) if isinstance(run.outcome, Completed) else None
        assert (len(run.calls), value) == (seen.calls, seen.channels), text
