"""Seconds and memory of ``cgr-audit score`` over generated rows, from the start of the process to its end.

    python -m benchmarks.scorecard_scale [--rows 100000] [--names codemind,retraceqa,clr-bench,codesteps]

Rows are made up (``benchmarks/scorecard_rows``): CodeMind's have their outputs given, CodeStepsEval's are compared by
the default similarity. Nothing is written but tables on standard output. Memory is the largest of any one process.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.scorecard_rows.kinds import KINDS

COMMAND = "from cgr_audit.cli.main import main; main()"
SEED = 7


def main() -> int:
    """Measure each scorecard and print a line for it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--names", default=",".join(KINDS))
    options = parser.parse_args()
    print(f"cgr-audit score; Python {sys.version.split()[0]}, {os.cpu_count()} processors")
    print("scorecard       rows      MB | seconds processor s peak MB", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names.split(","):
            path = Path(folder) / f"{name}.jsonl"
            with path.open("w", encoding="utf-8") as stream:
                stream.writelines(json.dumps(row) + "\n" for row in KINDS[name](options.rows, SEED))
            seconds, processor, megabytes = cost_of(name, path)
            size = path.stat().st_size / 1e6
            print(
                f"{name:10} {options.rows:9,} {size:7.0f} | {seconds:7.1f} {processor:11.1f} {megabytes:7.0f}",
                flush=True,
            )
    return 0


def cost_of(name: str, path: Path) -> tuple[float, float, float]:
    """Wall seconds, processor seconds and megabytes of one run of the command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", COMMAND, "score", name, str(path)], check=True, stdout=subprocess.DEVNULL, stderr=2
    )
    seconds = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, processor, after.ru_maxrss / 1024


if __name__ == "__main__":
    sys.exit(main())
