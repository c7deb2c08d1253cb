"""Each solver, and the SPEC strings that name them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.errors import UsageError
from cgr_audit.records.rows import Channel, RowKey
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.solvers.cycle import CycleSolver
from cgr_audit.solvers.delayed import DelayedSolver
from cgr_audit.solvers.fail import FailingSolver
from cgr_audit.solvers.interface import CallOrigin, SolverFailure, SolverRequest
from cgr_audit.solvers.seeded import SeededSolver
from cgr_audit.solvers.spec import parse_solver_spec

KEY = RowKey("medqa", "q1", "solver", "generator", 0)


def request(index: int = 0, *, key: RowKey = KEY, options: tuple[str, ...] = (), attempt: int = 1) -> SolverRequest:
    return SolverRequest("prompt", {}, CallOrigin(key, Channel.ASSISTED, attempt), index, options)


def test_a_constant_solver_says_one_thing() -> None:
    assert [ConstantSolver("B")(request(index)) for index in range(3)] == ["B", "B", "B"]


def test_a_cycle_counts_within_a_run() -> None:
    solver = CycleSolver(("A", "", "C"))
    assert [solver(request(index)) for index in range(5)] == ["A", "", "C", "A", ""]
    assert solver(request(0)) == "A"


def test_a_failing_solver_names_the_call() -> None:
    with pytest.raises(SolverFailure, match="medqa/q1/solver/generator sample 0, assisted, attempt 1, call 2"):
        FailingSolver()(request(2))


def test_a_delay_is_waited_for() -> None:
    started = time.perf_counter()
    assert DelayedSolver(ConstantSolver("B"), 0.05)(request()) == "B"
    assert time.perf_counter() - started >= 0.05


@given(st.integers(), st.integers(0, 50), st.lists(st.sampled_from("ABCDEF"), min_size=1, max_size=6, unique=True))
def test_a_seeded_answer_is_an_option_and_always_the_same(seed: int, index: int, options: list[str]) -> None:
    answer = SeededSolver(seed)(request(index, options=tuple(options)))
    assert answer in options
    assert answer == SeededSolver(seed)(request(index, options=tuple(options)))


def test_seeded_answers_follow_from_everything_that_names_a_call() -> None:
    def letters(seed: int = 1, key: RowKey = KEY, attempt: int = 1) -> str:
        return "".join(SeededSolver(seed)(request(index, key=key, attempt=attempt)) for index in range(40))

    assert letters()[:12] == "ABAEBEEECCAD"
    others = [letters(seed=2), letters(attempt=2), *(letters(key=KEY._replace(**{name: other})) for name, other in (
        ("dataset", "x"), ("item_id", "x"), ("solver", "x"), ("generator", "x"), ("sample", 1)))]  # fmt: skip
    assert len({letters(), *others}) == 8


@pytest.mark.parametrize(
    ("text", "solver"),
    [
        ("constant:B", ConstantSolver("B")),
        ("constant:", ConstantSolver("")),
        ("constant:The answer: B|C +1", ConstantSolver("The answer: B|C +1")),
        ("cycle:A|B: x|", CycleSolver(("A", "B: x", ""))),
        ("seeded:-7", SeededSolver(-7)),
        ("fail", FailingSolver()),
        ("constant:B+delay:50", DelayedSolver(ConstantSolver("B"), 0.05)),
        ("fail+delay:0.5", DelayedSolver(FailingSolver(), 0.0005)),
        ("constant:a+delay:1+delay:2", DelayedSolver(DelayedSolver(ConstantSolver("a"), 0.001), 0.002)),
    ],
)
def test_a_spec_names_a_solver(text: str, solver: object) -> None:
    assert parse_solver_spec(text) == solver


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no solver kind ''; there are constant, cycle, seeded, fail, replay"),
        ("oracle:B", "no solver kind 'oracle'"),
        ("constant", "a text is missing"),
        ("cycle", "texts are missing"),
        ("seeded", "a whole number is missing"),
        ("seeded:x", "a whole number is missing"),
        ("fail:x", "fail takes nothing after it"),
        ("replay", "a trace package is missing"),
        ("replay:/no/such/folder", "/no/such/folder/calls.jsonl: no such file"),
        ("constant:B+delay:", "'' is not a number of milliseconds"),
        ("constant:B+delay:-1", "'-1' is not a number of milliseconds"),
        ("constant:B+delay:nan", "'nan' is not a number of milliseconds"),
    ],
)
def test_what_is_no_spec_is_wrong_usage(text: str, reason: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_solver_spec(text)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_spec_can_name_a_package(tmp_path: Path) -> None:
    (tmp_path / "calls.jsonl").write_text("")
    with pytest.raises(SolverFailure, match="no call was recorded"):
        parse_solver_spec(f"replay:{tmp_path}")(request())
