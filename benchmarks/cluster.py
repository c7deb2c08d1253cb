"""A cluster beside one machine: what it costs, what a killed worker costs, and where the scheduler becomes the limit.

    python -m benchmarks.cluster overhead [--programs 10000] [--workers 2]
    python -m benchmarks.cluster killed [--rows 8000] [--every 20]
    python -m benchmarks.cluster waiting [--workers 64] [--seconds 20]

``overhead`` audits the same programs with ``--jobs N`` and with ``--cluster local:N``, in turns, and compares bytes.
``killed`` runs a package on two worker processes, ends one of them with SIGKILL every so many seconds, and compares
what was written with an undisturbed run, but for measured times. ``waiting`` gives workers calls that
only wait 200 ms, so that what is measured is how work is handed out, and not how many programs the processors of this
machine could run for so many workers. The workers share this process, the scheduler has its own. Memory and time over
more and more programs are those of ``benchmarks.scaling``.
"""

from __future__ import annotations

import argparse
import functools
import json
import logging
import operator
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil

from benchmarks.scaling import COMMAND, ROOT, measured, write_scaffolds
from cgr_audit.cluster.batches import BATCH_S, THREAD_S
from cgr_audit.cluster.connection import QUIET
from cgr_audit.cluster.executor import ClusterExecutor
from cgr_audit.cluster.installation import Expectation
from cgr_audit.records.package import open_package
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers
from cgr_audit.solvers.interface import SolverRequest
from cgr_audit.solvers.remote import RemoteSolver

LATENCY_MS = 200
MEASURED = ("wall_s", "latency_s")


def main() -> int:
    """Print one of the comparisons."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    overhead = parts.add_parser("overhead")
    overhead.add_argument("--programs", type=int, default=10_000)
    overhead.add_argument("--workers", type=int, default=2)
    overhead.set_defaults(print=print_overhead)
    killed = parts.add_parser("killed")
    killed.add_argument("--rows", type=int, default=8_000, help="of which five in eight run")
    killed.add_argument("--every", type=float, default=20)
    killed.set_defaults(print=print_killed)
    waiting = parts.add_parser("waiting")
    waiting.add_argument("--workers", type=int, default=64)
    waiting.add_argument("--seconds", type=float, default=20)
    waiting.set_defaults(print=print_waiting)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        options.print(options, Path(folder))
    return 0


def print_overhead(options: argparse.Namespace, folder: Path) -> None:
    """Audits of distinct programs, here and there."""
    file = folder / "programs.jsonl"
    write_scaffolds(file, options.programs)
    outs = []
    for name, where in (
        ("jobs", ["--jobs", str(options.workers)]),
        ("cluster", ["--cluster", f"local:{options.workers}"]),
    ):
        outs.append(folder / f"{name}.json")
        arguments = ["audit", str(file), "--format", "json", "--out", str(outs[-1]), "--no-cache", *where]
        found = measured(arguments)
        took = f"{found.wall_s:7.1f} s, {found.processor_s:7.1f} s of processor"
        print(f"{' '.join(where):20} {took}, {_load()}", flush=True)
    print("same bytes" if outs[0].read_bytes() == outs[1].read_bytes() else "THE BYTES DIFFER")


def print_killed(options: argparse.Namespace, folder: Path) -> None:
    """Runs of a package whose workers are ended in turn."""
    package = folder / "package"
    rows = _write_package(package, options.rows)
    _command(["gate", str(package), "--out", str(package / "verdicts.jsonl"), "--fail-on", "never"])
    solver = f"seeded:3+delay:{LATENCY_MS // 10}"
    run = ["run", str(package), "--solver", solver, "--out"]
    _command([*run, str(folder / "here"), "--jobs", "2"])
    kills = 0
    with subprocess.Popen(
        [sys.executable, "-c", COMMAND, *run, str(folder / "there"), "--cluster", "local:2"]
    ) as there:
        while True:
            try:
                there.wait(options.every)
                break
            except subprocess.TimeoutExpired:
                if (folder / "there").exists():  # the workers have started
                    kills += _kill_a_worker(there.pid)
    found = _records(folder / "there" / "results.jsonl")
    keys = {
        json.dumps([row[name] for name in ("dataset", "item_id", "solver", "generator", "sample")]) for row in found
    }
    names = ("results.jsonl", "calls.jsonl")
    equal = all(_records(folder / "there" / name) == _records(folder / "here" / name) for name in names)
    runs = sum(row["outcome"] not in {"not_run", "refused"} for row in found)
    print(f"{rows:,} rows wanted, {len(found):,} written, {len(found) - len(keys)} double; {runs:,} programs ran")
    said = "equal to the undisturbed run" if equal else "DIFFERENT FROM THE UNDISTURBED RUN"
    print(f"{kills} workers killed: rows and calls are {said}, but for measured times")


def _kill_a_worker(command: int) -> int:
    workers = [one for one in psutil.Process(command).children() if "spawn_main" in " ".join(one.cmdline())]
    if not workers:
        return 0
    random.choice(workers).send_signal(signal.SIGKILL)
    return 1


def _write_package(folder: Path, rows: int) -> int:
    """The demo's programs, as many samples of each as make so many rows."""
    demo = open_package(ROOT / "corpus" / "demo")
    samples = -(-rows // len(demo.programs))
    programs = [
        (replace(program, program_id=f"{number}/{program.program_id}", sample=number), demo.program_bytes(program))
        for number in range(samples)
        for program in demo.programs
    ][:rows]
    write_items(folder, demo.items.values())
    write_programs(folder, programs)
    write_solvers(folder, {})
    write_manifest(folder, name="killed", contract="cgr", created="2026-01-01")
    return len(programs)


def _records(file: Path) -> list[dict[str, Any]]:
    lines = file.read_text("utf-8").splitlines()
    return [{name: value for name, value in json.loads(line).items() if name not in MEASURED} for line in lines]


def _command(arguments: list[str]) -> None:
    subprocess.run([sys.executable, "-c", COMMAND, *arguments], check=True)


def print_waiting(options: argparse.Namespace, _folder: Path) -> None:
    """Calls that wait, on many workers."""
    calls = int(options.workers * options.seconds * 1000 / LATENCY_MS)
    solver = RemoteSolver(f"seeded:3+delay:{LATENCY_MS}")
    asked = (functools.partial(solver, SolverRequest(f"prompt {number}", {}, parameters={})) for number in range(calls))
    with _workers(options.workers) as executor:
        before, mine, started = _scheduler_s(executor), time.process_time(), time.perf_counter()
        done = sum(1 for _ in executor.map(operator.call, asked, 1, lambda _item, why: why))
        wall = time.perf_counter() - started
        scheduler, mine = _scheduler_s(executor) - before, time.process_time() - mine
    assert done == calls
    batch_s = max(BATCH_S, options.workers * THREAD_S)
    batches = calls * LATENCY_MS / 1000 / batch_s
    print(f"{calls:,} calls of {LATENCY_MS} ms, {options.workers} workers, batches of {batch_s:.2f} s, {wall:.1f} s")
    print(f"{options.seconds / wall:.1%} of the ideal throughput, where workers do nothing but wait")
    for name, used in (("scheduler", scheduler), ("client and all workers, one process", mine)):
        per_batch = 1000 * used / batches
        print(f"{name}: {used:.2f} s of processor, {used / wall:.1%} of the time, {per_batch:.2f} ms a batch")
    threads = options.workers * wall / scheduler
    print(f"with batches of {batch_s:.2f} s the scheduler is the limit at {threads:,.0f} threads; {_load()}")


@contextmanager
def _workers(count: int) -> Iterator[ClusterExecutor]:
    """Workers in this process, under a scheduler in another."""
    import dask  # noqa: PLC0415  an extra
    from distributed import Client, Worker  # noqa: PLC0415  an extra

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    command = [
        sys.executable,
        "-m",
        "distributed.cli.dask_scheduler",
        "--port",
        "0",
        "--no-dashboard",
        "--host",
        "127.0.0.1",
    ]
    quiet = {f"DASK_{name.upper().replace('-', '_').replace('.', '__')}": str(value) for name, value in QUIET.items()}
    with (
        dask.config.set(QUIET),
        subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, **quiet}) as scheduler,
    ):
        assert scheduler.stderr is not None
        line = next(line for line in scheduler.stderr if "Scheduler at:" in line)
        threading.Thread(target=scheduler.stderr.read, daemon=True).start()
        address = line.split("Scheduler at:")[1].strip()

        async def start() -> list[Any]:
            return [await Worker(address, nthreads=1, dashboard=False) for _ in range(count)]

        async def stop() -> None:
            for worker in started:
                await worker.close()

        try:
            with Client(address, set_as_default=False) as client:
                started = client.sync(start)
                yield ClusterExecutor(client, address, Expectation.here("standard", None))
                client.sync(stop)
        finally:
            scheduler.terminate()


def _load() -> str:
    """What else the machine did, roughly."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"


def _scheduler_s(executor: ClusterExecutor) -> float:
    seconds: float = executor.client.run_on_scheduler(time.process_time)
    return seconds


if __name__ == "__main__":
    sys.exit(main())
