from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import IncompleteError, UsageError
from cgr_audit.execution.session import run_package
from cgr_audit.execution.verdict_checks import check_verdicts
from cgr_audit.records.package import open_package
from cgr_audit.records.rows import CallStatus
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.fault import Fault, FaultKind
from cgr_audit.solvers.interface import SolverFailure, SolverReply, SolverRequest
from cgr_audit.solvers.replay import load_replay
from cgr_audit.solvers.seeded import SeededSolver
from cgr_audit.solvers.service import Patience, Service
from cgr_audit.source.contract import built_in_text, load_contract

MEASURED = ("wall_s", "latency_s")


def unmeasured(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Every line of results and calls without the fields that are measured times."""
    lines = {}
    for name in ("results.jsonl", "calls.jsonl"):
        records = [json.loads(line) for line in (folder / name).read_text().splitlines()]
        lines[name] = [{key: value for key, value in record.items() if key not in MEASURED} for record in records]
    return lines


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "ledger" not in path.name
    }


class Counting:
    """A seeded solver that counts, and fails for some items."""

    def __init__(self, failing: frozenset[str] = frozenset()) -> None:
        self.failing = failing
        self.calls = 0
        self.lock = threading.Lock()

    def __call__(self, request: SolverRequest) -> str:
        with self.lock:
            self.calls += 1
        if request.origin.key.item_id in self.failing:
            raise SolverFailure("gone")
        return SeededSolver(3)(request)


def test_a_run_writes_a_package_of_its_own(bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path) -> None:
    folder = bench.package(dict.fromkeys("pqr", asks_twice))
    before = files(folder)
    run, judgement = bench.run(folder, SeededSolver(3))
    outcome = run_package(run, judgement, sandbox, tmp_path / "out")
    package = open_package(tmp_path / "out")
    assert [row.item_id for row in package.results()] == ["p", "q", "r"]
    assert {row.solver for row in package.results()} == {"test"}
    assert {row.origin for row in package.results()} == {"executed"}
    assert package.solvers["test"].registered
    assert package.manifest.record["coverage"] == [
        {"dataset": "d", "solver": "test", "items": 3, "items_with_rows": 3, "rows": 3}
    ]
    assert package.manifest.created == "2026-01-01"
    assert outcome.counts.executed == {"completed": 6}
    assert files(folder) == before


def test_only_approved_programs_run_and_every_other_still_has_its_row(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = bench.package(dict.fromkeys("pqr", asks_twice))
    run, judgement = bench.run(folder, SeededSolver(3), {"q": "observe", "r": "refused"})
    rows = run_package(run, judgement, sandbox, tmp_path / "out").rows
    assert [(row.item_id, row.verdict, row.outcome) for row in rows] == [
        ("p", "approved", "completed"),
        ("q", "observe", "not_run"),
        ("r", "refused", "refused"),
    ]
    assert [row.solverLLM_assisted_ans is None for row in rows] == [False, True, True]
    assert all(row.solverLLM_baseline_ans is not None for row in rows)
    assert rows[2].error == "refused: CGR201"
    run, judgement = bench.run(
        folder, SeededSolver(3), {"q": "observe", "r": "refused"}, include=frozenset({"approved", "observe"})
    )
    rows = run_package(run, judgement, sandbox, tmp_path / "out2").rows
    assert [row.outcome for row in rows] == ["completed", "completed", "refused"]


def test_what_comes_out_does_not_depend_on_how_many_are_in_flight(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = bench.package({f"item{number}": asks_twice for number in range(20)})
    for jobs in (1, 8):
        run, judgement = bench.run(folder, SeededSolver(3))
        run_package(run, judgement, sandbox, tmp_path / f"jobs{jobs}", jobs=jobs)
    assert unmeasured(tmp_path / "jobs1") == unmeasured(tmp_path / "jobs8")


def test_a_second_run_does_nothing_again_and_writes_the_same_bytes(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = bench.package(dict.fromkeys("pqr", asks_twice))
    run, judgement = bench.run(folder, Counting())
    run_package(run, judgement, sandbox, tmp_path / "out")
    first = files(tmp_path / "out")
    again = Counting()
    run, judgement = bench.run(folder, again)
    counts = run_package(run, judgement, sandbox, tmp_path / "out").counts
    assert (counts.total, counts.resumed, again.calls) == (6, 6, 0)
    assert files(tmp_path / "out") == first


def test_a_row_that_the_harness_failed_is_incomplete_and_done_again(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = bench.package(dict.fromkeys("pq", asks_twice))
    run, judgement = bench.run(folder, Counting(frozenset({"q"})))
    outcome = run_package(run, judgement, sandbox, tmp_path / "out")
    assert [(row.outcome, row.error) for row in outcome.rows] == [
        ("completed", None),
        ("host_failure", "direct path: gone"),
    ]
    direct, assisted = outcome.counts.failures
    assert direct == "d/q/test/g sample 0, direct, attempt 1: gone"
    assert assisted.startswith("d/q/test/g sample 0, assisted, attempt 1: ")
    assert assisted.endswith(": gone")
    run, judgement = bench.run(folder, Counting())
    outcome = run_package(run, judgement, sandbox, tmp_path / "out")
    assert (outcome.counts.resumed, outcome.counts.executed) == (2, {"completed": 2})
    assert [row.outcome for row in outcome.rows] == ["completed", "completed"]


class NotWhole:
    """Answers for some items with what is not a whole text."""

    def __init__(self, **replies: SolverReply) -> None:
        self.replies = replies
        self.calls = 0

    def __call__(self, request: SolverRequest) -> str | SolverReply:
        self.calls += 1
        return self.replies.get(request.origin.key.item_id) or SeededSolver(3)(request)


def test_a_response_that_is_no_whole_text_is_recorded_and_never_asked_for_again(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = bench.package(dict.fromkeys("npqr", asks_twice))
    replies = {
        "n": SolverReply("", 9, 64, CallStatus.NO_TEXT),
        "p": SolverReply("The answer is B because", 9, 64, CallStatus.TRUNCATED),
        "q": SolverReply("", status=CallStatus.FILTERED),
    }
    run, judgement = bench.run(folder, NotWhole(**replies))
    outcome = run_package(run, judgement, sandbox, tmp_path / "out")
    assert outcome.counts.failures == []
    assert [(row.item_id, row.outcome, row.error) for row in outcome.rows] == [(n, "completed", None) for n in "npqr"]
    assert [(row.solverLLM_baseline_ans, (row.extraction_failed or {})["direct"]) for row in outcome.rows[:3]] == [
        ("X", True)
    ] * 3
    assert outcome.rows[1].solverLLM_assisted_ans == "B"
    statuses = {(call.item_id, call.channel): call.status for call in open_package(tmp_path / "out").calls()}
    assert statuses == {
        (item_id, channel): str(replies[item_id].status) if item_id in replies else "answered"
        for item_id in "npqr"
        for channel in ("direct", "assisted")
    }
    again = NotWhole(**replies)
    run, judgement = bench.run(folder, again)
    assert run_package(run, judgement, sandbox, tmp_path / "out").counts.resumed == 8
    assert again.calls == 0
    run, judgement = bench.run(tmp_path / "out", load_replay(tmp_path / "out"), is_replay=True)
    run_package(run, judgement, sandbox, tmp_path / "replayed")
    assert unmeasured(tmp_path / "replayed")["calls.jsonl"] == unmeasured(tmp_path / "out")["calls.jsonl"]


class Served:
    """A seeded solver behind a service, which fails from some call on."""

    def __init__(self, fault: Fault | None = None, *, answered: int = 0) -> None:
        self.service = Service(
            "http://model", Patience(tries=2, first_tries=2, first_wait_s=0, failures=3), to_check="the key"
        )
        self.fault = fault
        self.answered = answered
        self.calls = 0
        self.lock = threading.Lock()

    def __call__(self, request: SolverRequest) -> str:
        def attempt(_seconds: float) -> str:
            with self.lock:
                self.calls += 1
                if self.fault is not None and self.calls > self.answered:
                    raise self.fault
            return SeededSolver(3)(request)

        return self.service.call(attempt)


@pytest.mark.parametrize("jobs", [1, 16])
def test_a_service_that_fails_again_and_again_ends_the_run_which_can_be_resumed(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path, jobs: int
) -> None:
    folder = bench.package({f"i{number:02}": asks_twice for number in range(30)})
    failing = Served(Fault(FaultKind.SERVER, "status 520: "), answered=40)
    run, judgement = bench.run(folder, failing)
    with pytest.raises(IncompleteError, match=r"3 calls in a row failed .* rerun the same command to resume"):
        run_package(run, judgement, sandbox, tmp_path / "out", jobs=jobs)
    # Each call was tried twice at most, and those that were on their way when the run ended may still have failed.
    assert failing.calls <= 40 + 2 * (3 + jobs)
    assert not (tmp_path / "out/manifest.json").exists()
    again = Served()
    run, judgement = bench.run(folder, again)
    outcome = run_package(run, judgement, sandbox, tmp_path / "out", jobs=jobs)
    assert {row.outcome for row in outcome.rows} == {"completed"}
    assert 30 <= outcome.counts.resumed < 60
    run, judgement = bench.run(folder, Served())
    run_package(run, judgement, sandbox, tmp_path / "whole")
    assert unmeasured(tmp_path / "out") == unmeasured(tmp_path / "whole")


def test_a_service_that_refuses_the_first_request_leaves_a_folder_that_takes_another_run(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = bench.package({f"i{number:02}": asks_twice for number in range(30)})
    wrong = Served(Fault(FaultKind.REFUSED, "status 401: ", is_final=True, is_configuration=True))
    run, judgement = bench.run(folder, wrong)
    with pytest.raises(UsageError, match="http://model: status 401: ; check the key"):
        run_package(run, judgement, sandbox, tmp_path / "out", jobs=16)
    assert wrong.calls == 1
    run, judgement = bench.run(folder, SeededSolver(3), seed=1)
    assert {row.outcome for row in run_package(run, judgement, sandbox, tmp_path / "out").rows} == {"completed"}


def test_a_finished_run_is_not_given_up_for_another_where_its_ledger_is_gone(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = bench.package({"p": asks_twice})
    run, judgement = bench.run(folder, SeededSolver(3))
    run_package(run, judgement, sandbox, tmp_path / "out")
    (tmp_path / "out/ledger.jsonl").unlink()
    run, judgement = bench.run(folder, SeededSolver(3), seed=1)
    with pytest.raises(UsageError, match="another configuration"):
        run_package(run, judgement, sandbox, tmp_path / "out")


def test_a_replay_of_a_run_gives_its_rows_calls_and_fuel(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = bench.package(dict.fromkeys("pqr", asks_twice))
    run, judgement = bench.run(folder, SeededSolver(3))
    run_package(run, judgement, sandbox, tmp_path / "recorded")
    run, judgement = bench.run(tmp_path / "recorded", load_replay(tmp_path / "recorded"), is_replay=True)
    run_package(run, judgement, sandbox, tmp_path / "replayed")
    recorded, replayed = unmeasured(tmp_path / "recorded"), unmeasured(tmp_path / "replayed")
    assert replayed["calls.jsonl"] == recorded["calls.jsonl"]
    changed = ("origin", "recorded_baseline_ans", "recorded_assisted_ans")
    for then, now in zip(recorded["results.jsonl"], replayed["results.jsonl"], strict=True):
        assert now["origin"] == "replayed"
        assert now["recorded_assisted_ans"] == then["solverLLM_assisted_ans"]
        assert {k: v for k, v in now.items() if k not in changed} == {k: v for k, v in then.items() if k not in changed}


def test_the_direct_path_is_asked_once_per_item_and_repeated_in_its_rows(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = bench.package({"p": asks_twice})
    text = (folder / "programs.jsonl").read_text()
    record = json.loads(text) | {"program_id": "h/d/p.0.py", "generator": "h"}
    (folder / "programs.jsonl").write_text(text + json.dumps(record) + "\n")
    (folder / "manifest.json").write_text(json.dumps({"name": "two", "contract": "cgr", "sha256": {}}))
    (folder / "programs/h/d").mkdir(parents=True)
    (folder / "programs/h/d/p.0.py").write_bytes(asks_twice)
    run, judgement = bench.run(folder, Counting())
    outcome = run_package(run, judgement, sandbox, tmp_path / "out")
    assert outcome.counts.total == 3
    assert outcome.rows[0].solverLLM_baseline_ans == outcome.rows[1].solverLLM_baseline_ans
    direct = [call for call in open_package(tmp_path / "out").calls() if call.channel == "direct"]
    assert [(call.generator, call.response) for call in direct] == [
        ("g", direct[0].response),
        ("h", direct[0].response),
    ]


def test_the_folder_of_a_run_takes_no_other_configuration(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = bench.package({"p": asks_twice})
    run, judgement = bench.run(folder, SeededSolver(3))
    run_package(run, judgement, sandbox, tmp_path / "out")
    run, judgement = bench.run(folder, SeededSolver(3), seed=1)
    with pytest.raises(
        UsageError, match=r"config\.json: the run in this folder has another configuration \(/seed differs\)"
    ):
        run_package(run, judgement, sandbox, tmp_path / "out")


def test_a_run_does_not_write_into_the_package_it_reads(bench: Any, sandbox: Sandbox, asks_twice: bytes) -> None:
    folder = bench.package({"p": asks_twice})
    run, judgement = bench.run(folder, SeededSolver(3))
    for out in (folder, folder / "out"):
        with pytest.raises(UsageError, match="must be outside the package"):
            run_package(run, judgement, sandbox, out)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rules": "sha256:" + "9" * 64}, r"judged under other rules \(999999999999, today 111111111111\)"),
        ({"contract": "sha256:" + "9" * 64}, "judged under other contract"),
        (
            {"policy": "sha256:" + "9" * 64},
            r"judged under other policy (?=.*or give the --policy that `gate` was given)",
        ),
        ({"sha256": "9" * 64}, "judged as other bytes"),
        ({"option_count": 2}, "judged for 2 options, the item has 3"),
        ({"program_id": "g/d/else.0.py"}, "no verdict"),
    ],
)
def test_verdicts_of_another_day_are_refused(bench: Any, asks_twice: bytes, change: dict[str, Any], said: str) -> None:
    package = open_package(bench.package({"p": asks_twice}))
    record = bench.verdict(package.programs[0], "approved")
    check_verdicts([record], package, bench.digests, "v.jsonl")
    with pytest.raises(UsageError, match=f"v.jsonl: g/d/p.0.py: {said}.*run `cgr-audit gate`"):
        check_verdicts([record | change], package, bench.digests, "v.jsonl")


@pytest.mark.parametrize("is_own", [False, True], ids=["chosen", "the package's own"])
@pytest.mark.parametrize("edited", ["[entry]", None], ids=["edited", "deleted"])
def test_the_contract_that_is_kept_is_the_one_that_ran_whatever_becomes_of_its_file_meanwhile(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path, edited: str | None, *, is_own: bool
) -> None:
    folder = bench.package({"p": asks_twice})
    file = folder / "contracts" / "own.toml" if is_own else tmp_path / "chosen.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(built_in_text("cgr").replace("\n", "\r\n").encode())
    if is_own:
        manifest = json.loads((folder / "manifest.json").read_text())
        (folder / "manifest.json").write_text(json.dumps(manifest | {"contract": "contracts/own.toml"}))

    def meddle(_request: SolverRequest) -> str:
        if edited is None:
            file.unlink(missing_ok=True)
        else:
            file.write_text(edited)
        return "B"

    then = file.read_bytes()
    run, judgement = bench.run(folder, meddle, contract_origin=None if is_own else str(file))
    run = replace(run, settings=replace(run.settings, contract=load_contract(str(file))))
    assert run_package(run, judgement, sandbox, tmp_path / "out").rows[0].outcome == "completed"
    assert not file.is_file() or file.read_bytes() != then
    package = open_package(tmp_path / "out")
    assert package.manifest.contract == ("contracts/own.toml" if is_own else "contract.toml")
    assert package.manifest.contract in package.manifest.sha256
    assert (package.folder / package.manifest.contract).read_bytes() == then
    assert load_contract(package.contract).digest == load_contract("cgr").digest
