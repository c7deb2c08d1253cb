"""A worker that runs the conformance suite again and again, watched from outside.

    python -m benchmarks.endurance [--runs 20000] [--jobs 8]

The worker is a process of its own, so that its end, its memory, its descriptors and its mappings are seen by somebody
who does not depend on it. Figures are taken from ``/proc`` (Linux).
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cgr_audit.sandbox.conformance.back_end import ComponentBackEnd
from cgr_audit.sandbox.conformance.case import Case, fault_of
from cgr_audit.sandbox.conformance.report import run_case
from cgr_audit.sandbox.conformance.suite import load_suite
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import OutcomeKind, kind_of
from cgr_audit.sandbox.threads import guests_are_running, map_in_order

BATCH = 100
SHOWN_EVERY = 10
AT_REST = "at rest"
ALLOWED_GROWTH = 20 << 20
ALLOWED_MAPPINGS = 20
"""Of two thousand, from the first half of the runs to the second: parts of a guest's memory come and go."""
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Sample:
    """What a process holds at a moment."""

    runs: int
    resident: int
    """Bytes."""
    descriptors: int
    mappings: int


def main() -> int:
    """Start the worker, watch it, and print the figures; 1 where they are not as they should be."""
    options = _options()
    if options.worker:
        return _work(options.runs, options.jobs, options.most_fuel)
    command = [sys.executable, "-m", "benchmarks.endurance", "--worker", f"--runs={options.runs}"]
    command += [f"--jobs={options.jobs}", f"--most-fuel={options.most_fuel}"]
    started = time.monotonic()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as worker:
        samples, outcomes, wrong = _watched(worker)
    seconds = time.monotonic() - started
    done = sum(outcomes.values())
    print(f"{done} runs in {seconds:.0f} s ({done / seconds:.0f} per second), {options.jobs} in flight")
    print("outcomes: " + ", ".join(f"{count} {name}" for name, count in sorted(outcomes.items())))
    print(f"the worker ended with code {worker.returncode}; {wrong} runs ended otherwise than they have to")
    return 0 if _is_flat(samples) and worker.returncode == 0 and not wrong and done == options.runs else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument(
        "--most-fuel", type=float, default=3e8, help="leave out programs that may use more, but for one in fifty"
    )
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def _work(runs: int, jobs: int, most_fuel: float) -> int:
    """Run a mix of the suite, and print a line after each run."""
    interpreter = Interpreter(guests=jobs)
    interpreter.reserve(jobs, Limits().memory)
    back_end = ComponentBackEnd(interpreter)

    def one(case: Case) -> tuple[str, str | None]:
        run = run_case(back_end, case)
        return kind_of(run.outcome).value, fault_of(case, run)

    chosen = itertools.islice(_mix(most_fuel), runs)
    while batch := list(itertools.islice(chosen, BATCH)):
        for kind, fault in map_in_order(one, batch, jobs):
            print(json.dumps([kind, fault]), flush=True)
        # At rest: what is in flight comes and goes, and says nothing of what stays; nor does a stack whose thread ends.
        while guests_are_running():
            time.sleep(0.002)
        print(AT_REST, flush=True)
        sys.stdin.readline()
    return 0


def _mix(most_fuel: float) -> Iterator[Case]:
    """The suite in ever new orders; what is dear comes seldom."""
    cases = load_suite()
    chance = random.Random(2026)
    for turn in itertools.count():
        order = [case for case in cases if case.limits.fuel <= most_fuel or chance.randrange(50) == turn % 50]
        chance.shuffle(order)
        yield from order


def _watched(worker: subprocess.Popen[str]) -> tuple[list[Sample], Counter[str], int]:
    """What the worker says, and what is seen of it between its lines."""
    samples: list[Sample] = []
    outcomes: Counter[str] = Counter()
    wrong = 0
    assert worker.stdout is not None
    assert worker.stdin is not None
    for line in worker.stdout:
        if line.strip() == AT_REST:
            samples.append(_sample(worker.pid, outcomes.total()))
            if len(samples) % SHOWN_EVERY == 1:
                print(_shown(samples[-1]), flush=True)
            worker.stdin.write("go on\n")
            worker.stdin.flush()
            continue
        kind, fault = json.loads(line)
        outcomes[OutcomeKind(kind).value] += 1
        if fault is not None:
            wrong += 1
            print(f"run {outcomes.total()}: {fault}")
    worker.wait()
    return samples, outcomes, wrong


def _sample(pid: int, runs: int) -> Sample:
    process = Path("/proc") / str(pid)
    resident = int((process / "statm").read_text().split()[1]) * _PAGE
    descriptors = len(list((process / "fd").iterdir()))
    mappings = len((process / "maps").read_text().splitlines())
    return Sample(runs, resident, descriptors, mappings)


def _shown(sample: Sample) -> str:
    return (
        f"after {sample.runs:6} runs: {sample.resident / (1 << 20):6.0f} MiB resident, "
        f"{sample.descriptors} descriptors, {sample.mappings} mappings"
    )


def _is_flat(samples: list[Sample]) -> bool:
    """Whether the worker never held more at rest than after its first batch, but for what is allowed."""
    first, half = samples[0], len(samples) // 2
    growth = max(one.resident for one in samples) - first.resident
    descriptors = max(one.descriptors for one in samples) - first.descriptors
    early, late = (max(one.mappings for one in part) for part in (samples[: half + 1], samples[half:]))
    print(
        f"most growth since the first {first.runs} runs: {growth / (1 << 20):+.1f} MiB resident, "
        f"{descriptors:+} descriptors; most mappings in the first half {early}, in the second {late}"
    )
    return growth < ALLOWED_GROWTH and descriptors <= 0 and late - early <= ALLOWED_MAPPINGS


if __name__ == "__main__":
    raise SystemExit(main())
