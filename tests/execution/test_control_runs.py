"""Runs with several solvers and controls: what is asked, what is kept, and what a verification makes of it."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.execution.controls import parse_control
from cgr_audit.execution.plan import PackageRun, SolverChoice
from cgr_audit.execution.session import PackageVerdicts, run_package
from cgr_audit.execution.solver_choice import choose_recording
from cgr_audit.execution.verify.recorded import recorded_controls, recorded_parameters
from cgr_audit.records.package import TracePackage, open_package
from cgr_audit.records.rows import ControlRow, Item, to_record
from cgr_audit.records.writing import write_items, write_manifest, write_programs
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.interface import SolverFailure, SolverReply, SolverRequest
from cgr_audit.solvers.seeded import SeededSolver
from cgr_audit.source.contract import load_contract
from tests.execution.conftest import OPTIONS

ALL = tuple(map(parse_control, ("direct", "cot", "self-consistency", "repeated-call:2", "generator-alone")))
PARAMETERS = {"temperature": 0.0, "max_tokens": 2000}
LITERAL = b"def solve(question):\n    return 'A', 'A', 1\n"
LOOPS = b"def solve(question):\n    llm_model(question, {})\n    while True:\n        pass\n"
READS = b"""
def solve(question, exp_config):
    text = llm_model(f"{exp_config['temperature']} {exp_config['max_tokens']}", exp_config)
    return extract_answer(llm_model(text, dict(exp_config, temperature=1.5))), "B", 4
"""
MEASURED = ("wall_s", "latency_s")


class Counting:
    """A seeded solver that remembers what it was asked, and fails for some items."""

    def __init__(self, seed: int, failing: frozenset[str] = frozenset()) -> None:
        self.solver = SeededSolver(seed)
        self.failing = failing
        self.asked: list[SolverRequest] = []
        self.lock = threading.Lock()

    def __call__(self, request: SolverRequest) -> str | SolverReply:
        with self.lock:
            self.asked.append(request)
        if request.origin.key.item_id in self.failing:
            raise SolverFailure("gone")
        return SolverReply(self.solver(request), 3, 1)


def choice(name: str, solver: Counting) -> SolverChoice:
    return SolverChoice(name, solver, name, is_replay=False)


def planned(
    bench: Any, folder: Path, solvers: dict[str, Counting], generator: Counting | None = None, **changes: Any
) -> tuple[PackageRun, PackageVerdicts]:
    settings = {"controls": ALL, "parameters": PARAMETERS} | changes
    run, judgement = bench.run(folder, SeededSolver(0), **settings)
    choices = tuple(choice(name, solver) for name, solver in solvers.items())
    alone = None if generator is None else choice("generator", generator)
    return replace(run, choices=choices, generator=alone), judgement


def with_item(folder: Path, name: str) -> Path:
    """The package with one more item, which has no program."""
    package = open_package(folder)
    write_items(folder, [*package.items.values(), Item(name, "d", f"What is {name}?", OPTIONS, ("B",))])
    write_manifest(folder, name="bench", contract="cgr", created="2026-01-01")
    return folder


def unmeasured(folder: Path) -> list[dict[str, Any]]:
    package = open_package(folder)
    files = (package.results(), package.calls(), package.controls(), package.control_calls())
    records = [to_record(one) for values in files for one in values]  # type: ignore[arg-type]
    return [{name: value for name, value in record.items() if name not in MEASURED} for record in records]


def controls_of(package: TracePackage, solver: str) -> dict[tuple[str, str], ControlRow]:
    return {(row.item_id, row.control): row for row in package.controls() if row.solver == solver}


def test_several_solvers_and_controls_make_one_package(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = with_item(bench.package({"p": asks_twice, "q": LITERAL}), "r")
    generator, solvers = Counting(9), {"one": Counting(1), "two": Counting(2)}
    run, judgement = planned(bench, folder, solvers, generator)
    outcome = run_package(run, judgement, sandbox, tmp_path / "out", jobs=4)
    package = open_package(tmp_path / "out")
    assert [(row.item_id, row.solver, row.assisted_calls) for row in package.results()] == [
        ("p", "one", 2), ("p", "two", 2), ("q", "one", 0), ("q", "two", 0),
    ]  # fmt: skip
    assert {name: entry.parameters for name, entry in package.solvers.items() if name != "s"} == {
        "one": PARAMETERS,
        "two": PARAMETERS,
    }
    rows = controls_of(package, "one")
    assert {key: (row.calls, row.is_matched, row.generator) for key, row in rows.items()} == {
        ("p", "cot"): (1, False, None),
        ("p", "generator-alone"): (1, False, None),
        ("p", "repeated-call"): (2, False, None),
        ("p", "self-consistency"): (2, True, "g"),
        ("q", "cot"): (1, False, None),
        ("q", "generator-alone"): (1, False, None),
        ("q", "repeated-call"): (2, False, None),
        ("q", "self-consistency"): (1, True, "g"),  # a program without calls is compared with one
        ("r", "cot"): (1, False, None),
        ("r", "direct"): (1, False, None),
        ("r", "generator-alone"): (1, False, None),
        ("r", "repeated-call"): (2, False, None),
    }
    assert controls_of(package, "two").keys() == rows.keys()
    assert {row.right for row in package.controls()} == {True, False}
    assert all(row.right == (row.answer == "B") for row in package.controls())
    assert {(row.prompt_tokens, row.response_tokens) for row in rows.values()} == {(3, 1), (6, 2)}
    assert rows["q", "self-consistency"].parameters == {"temperature": 0.7, "max_tokens": 2000}
    assert len(generator.asked) == 3  # once for each item, whoever the solver is
    made = Counter((call.item_id, call.channel) for call in package.control_calls() if call.solver == "one")
    assert made == {key: row.calls for key, row in rows.items()}
    assert outcome.control_rows == 2 * len(rows)
    assert package.manifest.record["counts"]["controls"] == 2 * len(rows)
    assert package.config["controls"] == ["cot", "direct", "generator-alone", "repeated-call:2", "self-consistency"]
    assert package.config["solver_identities"] == ["one", "two"]
    assert package.config["generator_identity"] == "generator"
    assert package.config["control_parameters"]["cot"] == PARAMETERS


def test_what_is_asked_depends_neither_on_other_solvers_nor_on_how_many_are_in_flight(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = with_item(bench.package(dict.fromkeys("pq", asks_twice)), "r")
    for name, solvers in (("both", ("one", "two")), ("one", ("one",)), ("two", ("two",))):
        counting = {solver: Counting(len(solver + solver[0])) for solver in solvers}
        run, judgement = planned(bench, folder, counting, Counting(9))
        run_package(run, judgement, sandbox, tmp_path / name, jobs=1 + len(solvers))
    apart = [line for name in ("one", "two") for line in unmeasured(tmp_path / name)]
    both = unmeasured(tmp_path / "both")
    assert sorted(map(repr, both)) == sorted(map(repr, apart))


def test_each_model_is_asked_before_all_else(bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path) -> None:
    one, two, generator = Counting(1), Counting(2), Counting(9)
    one.asked = two.asked = generator.asked  # one list, in the order of requests
    folder = bench.package(dict.fromkeys("pq", asks_twice))
    run, judgement = planned(bench, folder, {"one": one, "two": two}, generator)
    run_package(run, judgement, sandbox, tmp_path / "out")
    asked = [(request.origin.key.solver, request.origin.channel.value) for request in generator.asked[:3]]
    assert sorted(asked) == [("generator", "generator-alone"), ("one", "direct"), ("two", "direct")]


def test_an_option_that_means_no_answer_is_refused_before_anything_is_asked(
    bench: Any, sandbox: Sandbox, tmp_path: Path
) -> None:
    folder, solver = bench.package({}), Counting(1)
    write_items(folder, [Item("1", "d", "?", (*OPTIONS, {"id": "X", "text": "x"}), ("X",))])
    write_manifest(folder, name="bench", contract="cgr", created=None)
    run, judgement = planned(bench, folder, {"one": solver})
    with pytest.raises(UsageError, match=r"items.jsonl: '1' of 'd' has an option 'X', which stands for a failed "):
        run_package(run, judgement, sandbox, tmp_path / "out")
    assert (solver.asked, (tmp_path / "out").exists()) == ([], False)


def test_an_item_alone_needs_no_program(bench: Any, sandbox: Sandbox, tmp_path: Path) -> None:
    folder = with_item(bench.package({}), "r")
    run, judgement = planned(bench, folder, {"one": Counting(1)})
    outcome = run_package(run, judgement, sandbox, tmp_path / "out")
    assert (outcome.rows, outcome.control_rows) == ((), 4)
    assert {row.control for row in open_package(tmp_path / "out").controls()} == {
        "direct", "cot", "repeated-call", "generator-alone",
    }  # fmt: skip


def test_a_program_that_fails_is_compared_at_its_calls_and_one_that_never_ran_is_not(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = bench.package({"p": LOOPS, "q": asks_twice})
    run, judgement = planned(bench, folder, {"one": Counting(1)})
    refused = {**run.judged, "g/d/q.0.py": replace(run.judged["g/d/q.0.py"], verdict="refused")}
    sandbox = Sandbox(sandbox.interpreter, replace(sandbox.limits, fuel=2_000_000_000), sandbox.contract)
    run_package(replace(run, judged=refused), judgement, sandbox, tmp_path / "out")
    package = open_package(tmp_path / "out")
    assert [(row.item_id, row.outcome) for row in package.results()] == [("p", "limit_exceeded"), ("q", "refused")]
    assert [(row.item_id, row.calls) for row in package.controls() if row.is_matched] == [("p", 1)]


def test_a_service_that_fails_leaves_controls_to_the_next_run(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = bench.package(dict.fromkeys("pq", asks_twice))
    run, judgement = planned(bench, folder, {"one": Counting(1, frozenset("q"))})
    outcome = run_package(run, judgement, sandbox, tmp_path / "out")
    assert any("d/q/one sample 0, cot, attempt 1: gone" in said for said in outcome.counts.failures)
    failed = [row for row in open_package(tmp_path / "out").controls() if row.item_id == "q"]
    assert {row.control for row in failed} == {"cot", "repeated-call", "generator-alone"}  # its program made no calls
    assert {(row.answer, row.right, row.extraction_failed, row.error) for row in failed} == {(None, None, None, "gone")}
    for name in ("out", "whole"):
        run, judgement = planned(bench, folder, {"one": Counting(1)})
        assert run_package(run, judgement, sandbox, tmp_path / name).counts.failures == []
    assert unmeasured(tmp_path / "out") == unmeasured(tmp_path / "whole")


def test_programs_read_the_sampling_parameters_and_every_call_says_what_was_sent(
    bench: Any, sandbox: Sandbox, tmp_path: Path
) -> None:
    solver = Counting(1)
    parameters = {"temperature": 0.5, "max_tokens": 77, "seed": 40}
    controls = (parse_control("self-consistency:2"),)
    run, judgement = planned(
        bench, bench.package({"p": READS}), {"one": solver}, parameters=parameters, controls=controls
    )
    run_package(run, judgement, sandbox, tmp_path / "out")
    package = open_package(tmp_path / "out")
    sent = {(call.channel, call.call_index): call.parameters for call in (*package.calls(), *package.control_calls())}
    assert sent == {
        ("direct", 0): parameters,
        ("assisted", 0): parameters,
        ("assisted", 1): {"temperature": 1.5, "max_tokens": 77, "seed": 41},
        ("self-consistency", 0): {"temperature": 0.7, "max_tokens": 77, "seed": 40},
        ("self-consistency", 1): {"temperature": 0.7, "max_tokens": 77, "seed": 41},
    }
    assert "0.5 77" in {request.prompt for request in solver.asked}
    assert package.config["parameters"] == parameters


def test_a_replay_asks_what_its_recording_asked(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = with_item(bench.package({"p": asks_twice}), "r")
    run, judgement = planned(bench, folder, {"one": Counting(1), "two": Counting(2)}, Counting(9))
    run_package(run, judgement, sandbox, tmp_path / "out")
    recording = choose_recording(tmp_path / "out", load_contract("cgr"))
    settings = replace(
        run.settings,
        parameters=recorded_parameters(tmp_path / "out"),
        controls=recorded_controls(tmp_path / "out"),
    )
    again = replace(run, choices=(recording,), settings=settings, generator=None)
    assert run_package(again, judgement, sandbox, tmp_path / "again").counts.failures == []
    for name in ("controls", "control_calls"):
        then, now = (getattr(open_package(tmp_path / where), name)() for where in ("out", "again"))
        assert [replace(one, latency_s=0) if name == "control_calls" else one for one in then] == [
            replace(one, latency_s=0) if name == "control_calls" else one for one in now
        ]


def test_a_run_without_controls_leaves_none_of_an_earlier_one(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = bench.package({"p": asks_twice})
    run, judgement = planned(bench, folder, {"one": Counting(1)}, controls=())
    write_programs(tmp_path / "out", ())
    (tmp_path / "out/controls.jsonl").write_text("{}\n")
    run_package(run, judgement, sandbox, tmp_path / "out")
    assert not open_package(tmp_path / "out").has("controls.jsonl")
