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
import threading
import time
from pathlib import Path

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
    print(f"{'programs':>9} {'wall s':>8} {'ms each':>8} {'command MB':>11} {'largest child MB':>17}")
    for size in map(int, options.sizes.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "programs.jsonl"
            write_scaffolds(file, size, distinct=not options.known)
            cache = ["--no-cache"]
            if options.known:
                cache, os.environ["CGR_AUDIT_CACHE"] = [], folder
            seconds, own, child = measured(file, Path(folder) / "out.json", options.jobs, cache)
        print(f"{size:9} {seconds:8.1f} {1000 * seconds / size:8.2f} {own:11.0f} {child:17.0f}", flush=True)
    print(f"a million at {1000 * seconds / size:.2f} ms each: {seconds / size * 1e6 / 3600:.2f} hours, extrapolated")
    return 0


def write_scaffolds(file: Path, size: int, *, distinct: bool = True) -> None:
    """Write that many scaffolds, different or not, as the rows of a file."""
    sources = [path.read_text("utf-8") for path in sorted((ROOT / "corpus" / "demo" / "programs").rglob("*.py"))]
    with file.open("w", encoding="utf-8") as lines:
        for number in range(size):
            source = sources[number % len(sources)] + (f"\n# {number}\n" if distinct else "")
            lines.write(json.dumps({"id": str(number), "source": source}) + "\n")


def measured(file: Path, out: Path, jobs: int, cache: list[str]) -> tuple[float, float, float]:
    """Wall-clock seconds, and the largest resident memory of the command and of any process below it, in megabytes."""
    arguments = ["audit", str(file), "--format", "json", "--out", str(out), "--jobs", str(jobs), *cache]
    started = time.perf_counter()
    with subprocess.Popen([sys.executable, "-c", COMMAND, *arguments], stderr=subprocess.DEVNULL) as command:
        peaks: dict[int, float] = {}
        ended = threading.Event()
        watch = threading.Thread(target=watched, args=(command.pid, peaks, ended))
        watch.start()
        command.wait()
        seconds = time.perf_counter() - started
        ended.set()
        watch.join()
    own = peaks.pop(command.pid, 0.0)
    return seconds, own, max(peaks.values(), default=0.0)


def watched(root: int, peaks: dict[int, float], ended: threading.Event) -> None:
    """Keep the peak of each process below one, until told that it ended."""
    while not ended.wait(INTERVAL):
        family = {root}
        for _ in range(3):  # the command, the server that it starts, and the server's children
            family |= {pid for pid, parent in parents().items() if parent in family}
        for pid in family:
            peaks[pid] = max(peaks.get(pid, 0.0), peak_of(pid))


def parents() -> dict[int, int]:
    """Every process and its parent."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                found[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue  # it is gone
    return found


def peak_of(pid: int) -> float:
    """The largest resident memory of a process so far, in megabytes; 0 where it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


if __name__ == "__main__":
    sys.exit(main())
