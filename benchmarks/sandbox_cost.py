"""What a fresh run costs, beside other ways to run a program that nobody trusts, and how many run at a time.

    python -m benchmarks.sandbox_cost [--runs 300] [--others FOLDER] [--no-others]

All run the same small scaffold with three calls of a solver that answers at once, each time from nothing: a process of
its own that imports what the sandbox's interpreter holds (``python -I``), Pyodide in Node, pydantic-monty (its own
interpreter of a part of Python), and smolagents' executor (an interpreter inside this process, which isolates nothing).
The others are installed with pip and npm in a folder that ``--others`` keeps; what cannot be had is said to be missing.

Then programs with one to eight calls of 50 ms each run with 64 in flight. What latency alone allows is 64 programs in
the time that one needs; what the processors allow is their number over the processor time of one run. The rate is that
of the steady state, without the first and the last 128 runs: while the first 64 start all at once, and while the last
ones leave places empty, latency bounds nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.processes import as_installed
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.sandbox.threads import call_on_guest_thread, map_in_order
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.solvers.delayed import DelayedSolver
from cgr_audit.solvers.interface import Solver
from cgr_audit.source.contract import load_contract
from cgr_audit.source.profiles import PROFILES

HERE = Path(__file__).with_name("sandboxes")
SCAFFOLD = HERE / "scaffold.txt"
QUESTION = "Which one is larger?"
OPTIONS = [{"id": "A", "text": "the sun"}, {"id": "B", "text": "the moon"}]
ITEM = {"item_id": "q", "dataset": "d", "question": QUESTION, "options": OPTIONS}
PACKAGES = ("pydantic-monty==1.4.0", "smolagents==1.26.0")
PYODIDE = "pyodide@314.0.7"
LATENCY_S = 0.05
IN_FLIGHT = 64
EDGE = 2 * IN_FLIGHT
CALLS = (1, 2, 3, 4, 5, 8)
MANY = b"""
def solve(question, options):
    for _ in range(%d):
        reply = llm_model(question, {"temperature": 0.7})
    return extract_answer(reply), None, 2
"""


def main() -> int:
    """Print every figure on a line of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--others", type=Path, help="where the others are, or shall be, installed")
    parser.add_argument("--no-others", action="store_true")
    options = parser.parse_args()
    started = time.perf_counter()
    interpreter = Interpreter(report=print, guests=IN_FLIGHT)
    print(f"load the interpreter: {1000 * (time.perf_counter() - started):.0f} ms")
    sandbox = Sandbox(interpreter, Limits(), load_contract("cgr"))
    print(f"\na fresh run of a scaffold with 3 calls, ms:{'':16} {'median':>8} {'quartiles':>16}   of ours")
    ours = own_times(sandbox, options.runs)
    print_times("cgr-audit", ours, ours)
    with tempfile.TemporaryDirectory() as temporary:
        print_times("python -I in a process of its own", process_times(options.runs // 5, Path(temporary)), ours)
        if not options.no_others:
            for name, times in other_times(options.others or Path(temporary) / "others", options.runs):
                print_times(name, times, ours)
    print_throughput(sandbox, options.runs)
    return 0


def own_times(sandbox: Sandbox, runs: int) -> list[float]:
    """Milliseconds of fresh runs, one after the other."""
    source = SCAFFOLD.read_bytes()
    times = call_on_guest_thread(lambda: [run(sandbox, source, ConstantSolver("A"), 3) for _ in range(runs + 10)])
    return times[10:]


def run(sandbox: Sandbox, source: bytes, solver: Solver, calls: int) -> float:
    """Run a program once and see that it did what it should; milliseconds."""
    began = time.perf_counter()
    result = sandbox.run(source, ITEM, solver, 0)
    took = 1000 * (time.perf_counter() - began)
    if result.outcome != Completed(("A", None, 2)) or len(result.calls) != calls:
        raise SystemExit(f"the run ended otherwise: {result.outcome}")
    return took


def process_times(runs: int, temporary: Path) -> list[float]:
    """Milliseconds of a process for each run, which imports the modules of the sandbox's standard profile."""
    command = [sys.executable, "-I", str(HERE / "plain_process.py"), ",".join(PROFILES["standard"])]
    job = json.dumps({"program": SCAFFOLD.read_text("utf-8"), "question": QUESTION, "options": OPTIONS})
    environment = as_installed(temporary / "compiled")
    times = []
    for _ in range(runs + 2):
        began = time.perf_counter()
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            sent = job
            while "result" not in sent:
                process.stdin.write((sent if sent is job else '"A"') + "\n")
                process.stdin.flush()
                sent = process.stdout.readline()
            if json.loads(sent) != {"result": ["A", None, 2]}:
                raise SystemExit(f"the process gave {sent}")
        times.append(1000 * (time.perf_counter() - began))
    return times[2:]


def other_times(folder: Path, runs: int) -> list[tuple[str, Sequence[float]]]:
    """Name and milliseconds of each other sandbox; no times where it could not be installed or did not run."""
    python = folder / "python" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        venv.create(folder / "python", with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=False)
    node, npm = shutil.which("node"), shutil.which("npm")
    if npm and not (folder / "node_modules" / "pyodide").is_dir():
        subprocess.run([npm, "install", "--silent", "--prefix", str(folder), PYODIDE], check=False)
    found: list[tuple[str, Sequence[float]]] = [
        ("pydantic-monty, a part of Python", _timed([str(python), str(HERE / "in_monty.py")], folder, runs)),
        ("smolagents' executor, no isolation", _timed([str(python), str(HERE / "in_smolagents.py")], folder, runs)),
    ]
    pyodide = _timed([node, str(HERE / "in_pyodide.mjs")], folder, 3) if node else []
    return [*found, ("Pyodide in Node", pyodide)]


def _timed(command: Sequence[str], folder: Path, runs: int) -> Sequence[float]:
    ran = subprocess.run([*command, str(SCAFFOLD), str(runs)], cwd=folder, capture_output=True, text=True, check=False)
    times: list[float] = json.loads(ran.stdout) if ran.returncode == 0 else []
    return times[1:]


def print_times(name: str, times: Sequence[float], ours: Sequence[float]) -> None:
    """One line of the table."""
    if len(times) < 2:
        print(f"  {name:40} missing")
        return
    low, middle, high = statistics.quantiles(times)
    share = middle / statistics.median(ours)
    print(f"  {name:40} {middle:10.2f} {low:8.2f}-{high:<8.2f} {share:8.2f}", flush=True)


def print_throughput(sandbox: Sandbox, runs: int) -> None:
    """How many programs a second go through with many in flight, for each number of calls."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quick = ConstantSolver("A")
    rate, _ = _rate(lambda: run(sandbox, MANY % 1, quick, 1), 2 * runs, processors)
    print(f"\nno latency, programs per second: {rate:.0f}")
    print(f"{IN_FLIGHT} in flight, calls of {1000 * LATENCY_S:.0f} ms, {processors} processors:")
    print(
        f"{'calls':>7} {'programs/s':>12} {'latency allows':>16} {'share':>7} {'processor ms':>14} {'these allow':>13}"
    )
    slow = DelayedSolver(quick, LATENCY_S)
    for calls in CALLS:
        rate, cost_s = _rate(lambda calls=calls: run(sandbox, MANY % calls, slow, calls), 4 * runs, IN_FLIGHT)  # type: ignore[misc]
        ideal = IN_FLIGHT / (calls * LATENCY_S)
        allowed = f"{1000 * cost_s:14.2f} {processors / cost_s:13.0f}"
        print(f"{calls:7} {rate:12.0f} {ideal:16.0f} {rate / ideal:7.0%} {allowed}", flush=True)


def _rate(work: Callable[[], object], runs: int, jobs: int) -> tuple[float, float]:
    """Runs a second in the steady state, and processor seconds of one."""
    used = _processor_s()
    ends = sorted(map_in_order(lambda _: (work(), time.perf_counter())[1], range(runs), jobs))
    edge = min(EDGE, runs // 4)
    steady = ends[edge : runs - edge]
    return (len(steady) - 1) / (steady[-1] - steady[0]), (_processor_s() - used) / runs


def _processor_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
