"""A cluster behind the seams: the same records, rows and bytes as one machine, whatever happens to its workers."""

from __future__ import annotations

import functools
import operator
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit
from cgr_audit.audit.workers import Assignment, ProcessWorkers
from cgr_audit.errors import IncompleteError, UsageError
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program
from tests.cli.test_run import unmeasured

pytest.importorskip("distributed")

import psutil
from distributed import Client

from cgr_audit.cluster import installation
from cgr_audit.cluster.batches import BatchSizes
from cgr_audit.cluster.connection import open_cluster
from cgr_audit.cluster.executor import ClusterExecutor
from cgr_audit.cluster.installation import Expectation
from cgr_audit.cluster.workers import ClusterWorkers

pytestmark = pytest.mark.filterwarnings("ignore:Creating scratch directories:UserWarning")  # of a busy machine
RULES = Path(__file__).parent.parent / "audit" / "deadly_rules"
ASSIGNMENT = Assignment(load_contract("pot"), ("CGR001", "T010"), RULES)


@pytest.fixture(scope="module")
def executor() -> Iterator[ClusterExecutor]:
    with open_cluster("local:2", "standard") as executor:
        yield executor


@pytest.fixture
def address(executor: ClusterExecutor) -> str:
    found: str = executor.client.scheduler.address
    return found


def worker_processes(executor: ClusterExecutor) -> list[int]:
    return sorted(executor.client.run(os.getpid).values())


def programs(*sources: str) -> list[Program]:
    return [Program(str(number), str(number), source.encode()) for number, source in enumerate(sources)]


@pytest.mark.slow
def test_records_are_those_of_one_machine_also_of_programs_that_end_their_process(executor: ClusterExecutor) -> None:
    given = programs(*["ans = 1\n", "ans = 2\n"] * 5, "die\n", "ans = 3\n", "hang\n", "sink" + ".deep" * 400)
    here = list(ProcessWorkers(ASSIGNMENT, 2, deadline=2).map(given))
    there = list(ClusterWorkers(ASSIGNMENT, executor, deadline=2).map(given))
    assert there == here
    ended = [audit.program_id for audit in there if audit.status is AuditStatus.NOT_ANALYSABLE]
    assert ended == ["10", "12", "13"]


class _Records:
    """Keeps records in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, ProgramAudit] = {}

    def find(self, given: Any) -> list[ProgramAudit | None]:
        return [self.kept.get(one.sha256) for one in given]

    def store(self, program: Program, record: ProgramAudit) -> None:
        self.kept[program.sha256] = record


def test_known_records_are_not_made_again_and_what_the_machine_decided_is_not_kept(executor: ClusterExecutor) -> None:
    records = _Records()
    given = programs("ans = 1\n", "die\n", "ans = 2\n")
    first = list(ClusterWorkers(ASSIGNMENT, executor, known=records).map(given))
    assert first == list(ProcessWorkers(ASSIGNMENT).map(given))
    assert records.kept == {given[0].sha256: first[0], given[2].sha256: first[2]}
    del records.kept[given[2].sha256]
    records.kept[given[0].sha256] = replace(first[0], program_id="kept")
    again = list(ClusterWorkers(ASSIGNMENT, executor, known=records).map(given))
    assert [audit.program_id for audit in again] == ["kept", "1", "2"]


def test_an_item_that_ends_every_worker_it_reaches_is_the_only_one_lost(executor: ClusterExecutor) -> None:
    items = [functools.partial(abs, -number) for number in range(10)]  # the first batch, and one of two items
    items[8] = functools.partial(os._exit, 3)
    found = list(executor.map(operator.call, items, 1, lambda _item, why: why))
    assert found == [*range(8), "its worker's process ended, and another one's too", 9]


@pytest.mark.slow
def test_a_killed_worker_costs_no_result_and_its_children_end_with_it(executor: ClusterExecutor) -> None:
    list(ClusterWorkers(ASSIGNMENT, executor).map(programs("ans = 1\n", "ans = 2\n")))
    victim, *_ = worker_processes(executor)
    children = psutil.Process(victim).children(recursive=True)
    kill = threading.Timer(0.5, os.kill, (victim, signal.SIGKILL))
    kill.start()
    results = executor.map(operator.call, [functools.partial(time.sleep, 0.02)] * 100, 1, lambda _item, why: why)
    assert list(results) == [None] * 100
    kill.join()
    assert victim not in worker_processes(executor)
    assert psutil.wait_procs(children, timeout=10)[1] == []


@pytest.mark.slow
def test_a_scheduler_that_stands_still_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cgr_audit.cluster.executor.ABSENT_S", 2.0)
    monkeypatch.setattr("cgr_audit.cluster.executor.LOOK_S", 0.5)
    dask = [sys.executable, "-m", "dask"]
    with subprocess.Popen([*dask, "scheduler", "--host", "127.0.0.1", "--port", "0"], stderr=PIPE, text=True) as alone:
        address = next(line for line in alone.stderr or () if "Scheduler at:" in line).split()[-1]
        with subprocess.Popen([*dask, "worker", address, "--nthreads", "1", "--no-nanny"], stderr=PIPE) as worker:
            try:
                with Client(address, set_as_default=False) as client:
                    client.wait_for_workers(1)
                    executor = ClusterExecutor(client, address, Expectation.here("standard", None))
                    items = [functools.partial(time.sleep, 0.02)] * 1000
                    results = executor.map(operator.call, items, 1, lambda _item, why: why)
                    next(results)
                    alone.send_signal(signal.SIGSTOP)
                    with pytest.raises(IncompleteError, match="the connection to the scheduler was lost"):
                        list(results)
            finally:
                alone.send_signal(signal.SIGCONT)
                alone.terminate()
                worker.terminate()


def test_an_error_of_a_function_is_raised_in_its_turn(executor: ClusterExecutor) -> None:
    items = [functools.partial(abs, -1), functools.partial(int, "none"), functools.partial(abs, -2)]
    results = executor.map(operator.call, items, 1, lambda _item, why: why)
    with pytest.raises(ValueError, match="invalid literal"):
        list(results)


def test_batches_take_about_a_second_by_what_items_took_and_longer_where_there_are_many_threads() -> None:
    sizes, items = BatchSizes(), iter(range(10**6))
    assert len(sizes.take(items, 2)) == 8
    sizes.note_cost(8, 0.08)
    assert len(sizes.take(items, 2)) == 100
    sizes.note_cost(100, 100)
    assert len(sizes.take(items, 2)) == 1
    sizes.note_cost(1, 0.0)
    sizes.note_bytes(1, 3 << 20)
    assert len(sizes.take(items, 2)) == 1
    sizes = BatchSizes()
    sizes.note_cost(8, 0.08)
    assert [len(sizes.take(items, threads)) for threads in (100, 500, 1000)] == [100, 500, 1000]


def test_a_batch_of_slow_items_fills_all_that_are_under_way_at_a_time(
    executor: ClusterExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cgr_audit.cluster.batches.BATCH_S", 0.1)
    waits = [functools.partial(time.sleep, 0.3)] * 96
    started = time.monotonic()
    assert list(executor.map(operator.call, waits, 16, lambda _item, why: why)) == [None] * 96
    assert time.monotonic() - started < 96 * 0.3 / 4


def test_a_worker_with_another_version_or_rules_is_refused_by_name(
    executor: ClusterExecutor, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    executor.client.wait_for_workers(2)  # also those that other tests ended
    worker = min(executor.client.scheduler_info()["workers"])
    here = installation.installation("standard", None)
    for name, other in (("cgr-audit", "0.0.1"), ("rules digest", "sha256:0"), ("component digest", "sha256:1")):
        monkeypatch.setattr(installation, "installation", lambda *_, name=name, other=other: {**here, name: other})
        with pytest.raises(UsageError) as refused, open_cluster(address, "standard"):
            pass
        assert str(refused.value) == (
            f"--cluster {address}: worker {worker}: its {name} is {here[name][:19]}, not {other}; "
            "install the same on every worker"
        )


@pytest.mark.parametrize(
    ("spec", "error", "said"),
    [
        ("local:0", UsageError, "not an address"),
        ("scheduler", UsageError, "not an address"),
        ("tcp://127.0.0.1:1", IncompleteError, "the scheduler cannot be reached"),
    ],
)
def test_what_is_no_cluster_is_one_line(
    spec: str, error: type[Exception], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cgr_audit.cluster.connection.CONNECT_S", 0.2)
    with pytest.raises(error, match=said) as ended, open_cluster(spec, "standard"):
        pass
    assert "\n" not in str(ended.value)


def test_nothing_is_written_where_a_cluster_cannot_be_reached(
    command: Any, small_package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cgr_audit.cluster.connection.CONNECT_S", 0.2)
    cluster = ("--cluster", "tcp://127.0.0.1:1")
    for arguments in (
        ("audit", small_package, "--format", "json", "--out", tmp_path / "out"),
        ("gate", small_package, "--out", tmp_path / "out"),
    ):
        done = command(*arguments, *cluster)
        assert (done.code, done.out) == (4, b"")
        assert "cgr-audit: --cluster tcp://127.0.0.1:1: the scheduler cannot be reached" in done.err
        assert not (tmp_path / "out").exists()


def test_a_run_gives_what_it_gives_on_one_machine(
    command: Any, small_package: Path, address: str, tmp_path: Path
) -> None:
    verdicts = tmp_path / "verdicts.jsonl"
    command("gate", small_package, "--out", verdicts)
    run = ("run", small_package, "--verdicts", verdicts, "--solver", f"replay:{small_package}+delay:1")
    for where in ((), ("--cluster", address)):
        done = command(*run, "--out", tmp_path / f"out{len(where)}", *where)
        assert done.code == 0, done.err
    assert unmeasured(tmp_path / "out2") == unmeasured(tmp_path / "out0")


@pytest.mark.slow
def test_commands_give_what_they_give_on_one_machine(
    command: Any, small_package: Path, finished: Path, address: str, tmp_path: Path
) -> None:
    for where in ((), ("--cluster", address)):
        out = tmp_path / f"out{len(where)}"
        out.mkdir()
        gate = command("gate", small_package, "--probe", "--no-cache", "--out", out / "verdicts.jsonl", *where)
        assert gate.code == 1, gate.err
        solver = ("--solver", f"replay:{small_package}+delay:1", "--verdicts", out / "verdicts.jsonl")
        assert command("run", small_package, *solver, "--out", out / "run", *where).code == 0
        ran = command("exec", small_package, "--solver", "seeded:1", "--format", "json", *where)
        (out / "runs.jsonl").write_bytes(ran.out)
        assert command("replay", finished, "--out", out / "replay", *where).code == 0
        assert command("verify", finished, "--no-cache", *where).code == 0
    here, there = tmp_path / "out0", tmp_path / "out2"
    assert (there / "verdicts.jsonl").read_bytes() == (here / "verdicts.jsonl").read_bytes()
    assert unmeasured(there / "run") == unmeasured(here / "run")
    assert unmeasured(there / "replay") == unmeasured(here / "replay")


def test_a_number_of_calls_is_not_promised_on_a_cluster(command: Any, small_package: Path, tmp_path: Path) -> None:
    options = ("--solver", "seeded:1", "--max-calls", "5", "--cluster", "local:2", "--out", tmp_path / "o")
    done = command("run", small_package, *options)
    assert (done.code, done.out) == (2, b"")
    assert "--max-calls is counted in one process" in done.err
    assert not (tmp_path / "o").exists()
