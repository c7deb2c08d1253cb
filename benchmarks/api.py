"""What the Python API costs: importing it, and auditing programs one by one in the process that asks.

    python -m benchmarks.api [--programs 70]

Over programs of ``corpus/demo``: ``cgr_audit.audit`` in a loop beside the audit alone (``audit_program``, rule after
rule), ``audit_many`` with one child, and what starting costs: ``import cgr_audit`` in a fresh interpreter beside the
interpreter alone, ``cgr-audit --version``, and the first audit, which loads the rules. Milliseconds of processor time.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import cgr_audit
from cgr_audit.api.programs import compiler, rules
from cgr_audit.audit.engine import audit_program

PROGRAMS = Path(__file__).resolve().parent.parent / "corpus" / "demo" / "programs"
STARTS = 7


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=70)
    wanted = parser.parse_args().programs
    texts = [path.read_text("utf-8") for path in islice(sorted(PROGRAMS.rglob("*.py")), wanted)]
    python = _start("-c", "pass")
    print(f"{1000 * python:7.1f} ms  python alone")
    print(f"{1000 * (_start('-c', 'import cgr_audit') - python):7.1f} ms  import cgr_audit, above that")
    print(f"{1000 * _start('-m', 'cgr_audit', '--version'):7.1f} ms  cgr-audit --version")
    print(f"{1000 * _seconds(lambda: cgr_audit.audit(texts[0])):7.1f} ms  the first audit of a process")
    contract = cgr_audit.Contract.load("cgr")
    programs = [cgr_audit.Program("text", "text", text.encode()) for text in texts]
    accepts = compiler(contract.imports.profile)
    for label, work in (
        ("audit_program, each", lambda: [audit_program(one, contract, rules().rules, accepts) for one in programs]),
        ("cgr_audit.audit, each", lambda: [cgr_audit.audit(text) for text in texts]),
        ("cgr_audit.gate, each", lambda: [cgr_audit.gate(text) for text in texts]),
    ):
        print(f"{1000 * _seconds(work) / len(texts):7.1f} ms  {label} of {len(texts)}")
    elapsed = _elapsed(lambda: list(cgr_audit.audit_many(texts, jobs=1)))
    print(f"{1000 * elapsed / len(texts):7.1f} ms  cgr_audit.audit_many(jobs=1), each of {len(texts)}, by the clock")
    return 0


def _start(*arguments: str) -> float:
    """Seconds of an interpreter from start to end, the least of some: what else runs here only adds."""
    command = [sys.executable, *arguments]
    run = lambda: subprocess.run(command, check=True, capture_output=True)  # noqa: E731
    return min(_seconds(run) for _ in range(STARTS))


def _seconds(work: Callable[[], object]) -> float:
    """Seconds of processor time, of this process and of those that it started and that have ended."""
    started = sum(os.times()[:4])
    work()
    return sum(os.times()[:4]) - started


def _elapsed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


if __name__ == "__main__":
    sys.exit(main())
