"""Seconds and memory of the whole ``cgr-audit join`` over packages of more and more rows: both should grow as the rows.

    python -m benchmarks.accuracy_scale [--rows 100000,1000000,4000000] [--calls 0,2] [--resamples 10000] [--folder DIR]

The packages are made up (``benchmarks/scale_package.py``), with a program for every six rows, a verdict for each
program, and findings for one program in three. The command runs in a process of its own, from its start to its end.
Memory is the largest sum of what the command and the processes below it hold at a time (Linux counts it); the slope is
the exponent of time over rows between a size and the one before: 1 is linear, less is what starting costs.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.scale_package import write_package

COMMAND = "from cgr_audit.cli.main import main; main()"
INTERVAL = 0.05
"""Seconds between two looks at the processes' memory."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one run of the command took."""

    seconds: float
    processor: float
    """Seconds of all its processes."""
    megabytes: float


def main() -> int:
    """Measure each size and print a line for it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", default="100000,1000000,4000000")
    parser.add_argument("--calls", default="0,2", help="solver calls of each row in calls.jsonl")
    parser.add_argument("--resamples", type=int, default=10_000)
    parser.add_argument("--folder", type=Path, help="where the packages are made for a while")
    options = parser.parse_args()
    print(
        f"cgr-audit join --resamples {options.resamples}; Python {sys.version.split()[0]}, {os.cpu_count()} processors"
    )
    print("    rows programs findings    calls      MB | seconds processor s us per row  peak MB slope", flush=True)
    for calls in map(int, options.calls.split(",")):
        _measure([int(rows) for rows in options.rows.split(",")], calls, options)
    return 0


def _measure(sizes_of: list[int], calls: int, options: argparse.Namespace) -> None:
    before: tuple[int, float] | None = None
    for rows in sizes_of:
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            sizes = write_package(Path(folder) / "package", rows, calls)
            cost = cost_of_join(Path(folder) / "package", Path(folder) / "out", options.resamples)
        slope = (
            "" if before is None else f"{math.log(cost.seconds / before[1]) / math.log(sizes.rows / before[0]):5.2f}"
        )
        before = (sizes.rows, cost.seconds)
        print(
            f"{sizes.rows:8} {sizes.programs:8} {sizes.findings:8} {sizes.calls:8} {sizes.megabytes:7.0f} | "
            f"{cost.seconds:7.1f} {cost.processor:11.1f} {1e6 * cost.seconds / sizes.rows:10.1f} "
            f"{cost.megabytes:8.0f} {slope:>5}",
            flush=True,
        )


def cost_of_join(package: Path, out: Path, resamples: int) -> Cost:
    """Run the command once."""
    before = _children_processor_seconds()
    command = [sys.executable, "-c", COMMAND, "join", str(package), "--out", str(out), "--resamples", str(resamples)]
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        largest: list[float] = [0.0]
        ended = threading.Event()
        watch = threading.Thread(target=_watch, args=(process.pid, largest, ended))
        watch.start()
        said = process.communicate()[1]
        seconds = time.perf_counter() - started
        ended.set()
        watch.join()
    if process.returncode:
        sys.exit(f"join ended with {process.returncode}: {said.decode(errors='replace')[-400:]}")
    return Cost(seconds, _children_processor_seconds() - before, largest[0])


def _children_processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _watch(process: int, largest: list[float], ended: threading.Event) -> None:
    while not ended.wait(INTERVAL):
        largest[0] = max(largest[0], sum(map(_megabytes, _tree(process))))


def _tree(process: int) -> list[int]:
    """A process and those below it."""
    found = [process]
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += _tree(int(child))
    return found


def _megabytes(process: int) -> float:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return 0.0


if __name__ == "__main__":
    sys.exit(main())
