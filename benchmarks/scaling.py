"""Time and memory of the whole command over more and more programs: both should stay flat per program.

    python -m benchmarks.scaling [--sizes 1000,10000,100000] [--jobs 2] [--known]

The programs are the demo's, each made different by a comment of its own. Memory is the largest that the command's own
process, and any of those that it starts, ever held (Linux counts it). With ``--known`` the programs differ only in
their ids, and their audits are in the cache: a million of them show in minutes what the command's own process holds.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parent.parent
COMMAND = "from cgr_audit.cli.main import main; main()"
INTERVAL = 0.2
"""Seconds between two looks at the processes' memory."""


def main() -> int:
    """Measure each size and print a line for it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--known", action="store_true")
    options = parser.parse_args()
    cached = "" if options.known else " --no-cache"
    print(f"cgr-audit audit --jobs {options.jobs}{cached}; Python {sys.version.split()[0]}")
    print(f"{'programs':>9} {'wall s':>8} {'processor s':>12} {'ms each':>8} {'command MB':>11} {'child MB':>9}")
    for size in map(int, options.sizes.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "programs.jsonl"
            write_scaffolds(file, size, distinct=not options.known)
            arguments = ["audit", str(file), "--format", "json", "--out", f"{folder}/out.json"]
            if options.known:
                os.environ["CGR_AUDIT_CACHE"] = folder
            else:
                arguments.append("--no-cache")
            found = measured([*arguments, "--jobs", str(options.jobs)])
        each = found.processor_s / size
        took = f"{found.wall_s:8.1f} {found.processor_s:12.1f} {1000 * each:8.2f}"
        print(f"{size:9} {took} {found.own_mb:11.0f} {found.child_mb:9.0f}", flush=True)
    print(f"extrapolated: a million at {1000 * each:.2f} ms of a processor are {1e6 * each / 3600:.2f} processor hours")
    return 0


def write_scaffolds(file: Path, size: int, *, distinct: bool = True) -> None:
    """Write that many scaffolds, different or not, as the rows of a file."""
    sources = [path.read_text("utf-8") for path in sorted((ROOT / "corpus" / "demo" / "programs").rglob("*.py"))]
    with file.open("w", encoding="utf-8") as lines:
        for number in range(size):
            source = sources[number % len(sources)] + (f"\n# {number}\n" if distinct else "")
            lines.write(json.dumps({"id": str(number), "source": source}) + "\n")


@dataclass(frozen=True, slots=True)
class Measured:
    """What a command and the processes below it took."""

    wall_s: float
    processor_s: float
    own_mb: float
    """The largest resident memory of the command's own process."""
    child_mb: float
    """The largest of any process below it."""


def measured(arguments: list[str]) -> Measured:
    """Run a command, and look at its processes until it ends."""
    started = time.perf_counter()
    processor: dict[int, float] = {}
    peaks: dict[int, float] = {}
    with subprocess.Popen([sys.executable, "-c", COMMAND, *arguments], stderr=subprocess.DEVNULL) as command:
        while command.poll() is None:
            with suppress(psutil.Error):
                process = psutil.Process(command.pid)
                for one in [process, *process.children(recursive=True)]:
                    times = one.cpu_times()
                    processor[one.pid] = times.user + times.system
                    peaks[one.pid] = max(peaks.get(one.pid, 0.0), peak_of(one.pid))
            time.sleep(INTERVAL)
        seconds = time.perf_counter() - started
    own = peaks.pop(command.pid, 0.0)
    return Measured(seconds, sum(processor.values()), own, max(peaks.values(), default=0.0))


def peak_of(pid: int) -> float:
    """The largest resident memory of a process so far, in megabytes; 0 where it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


if __name__ == "__main__":
    sys.exit(main())
