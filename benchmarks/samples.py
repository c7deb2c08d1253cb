"""Prints findings in real programs for reading: so many per code, drawn with a fixed seed.

    python -m benchmarks.samples FILE --contract NAME [--count 50] [--seed 2026] [--codes CGR2*,CGR306] [--source]

The judgements made from such samples stand in ``docs/precision.md``.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from cgr_audit.audit.finding import Finding
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.workers import Assignment, ProcessWorkers
from cgr_audit.source.collect import collect
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program


def main() -> int:
    """Print every chosen finding with its program's id, place, message, and the lines around it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--contract", required=True)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--codes", default="CGR*", help="codes or patterns, with commas between them")
    parser.add_argument("--source", action="store_true", help="print whole programs instead of four lines around")
    options = parser.parse_args()
    rules = load_registry().chosen(options.codes.split(","))
    codes = tuple(rule.meta.code for rule in rules)
    programs = {found.program_id: found for found in collect([str(options.file)]) if isinstance(found, Program)}
    workers = ProcessWorkers(Assignment(load_contract(options.contract), codes), jobs=2)
    by_code: dict[str, list[Finding]] = defaultdict(list)
    for audit in workers.map(programs.values()):
        for finding in audit.findings:
            by_code[finding.code].append(finding)
    for code, findings in sorted(by_code.items()):
        chosen = random.Random(f"{options.seed} {code}").sample(findings, min(options.count, len(findings)))
        print(f"==== {code}: {len(chosen)} of {len(findings)} findings")
        for finding in sorted(chosen, key=lambda one: (one.program_id, one.span is not None and one.span.line)):
            _show(finding, programs[finding.program_id], whole=options.source)
    return 0


def _show(finding: Finding, program: Program, *, whole: bool) -> None:
    line = finding.span.line if finding.span is not None else 1
    column = finding.span.column if finding.span is not None else 1
    print(f"---- {program.program_id}:{line}:{column} {finding.code} {finding.message}")
    for number, text in _around(program, line, whole=whole):
        print(f"{'>' if number == line else ' '}{number:4} {text}")


def _around(program: Program, line: int, *, whole: bool) -> Iterator[tuple[int, str]]:
    lines = program.data.decode("utf-8", "replace").splitlines()
    for number, text in enumerate(lines, 1):
        if whole or abs(number - line) <= 4:
            yield number, text


if __name__ == "__main__":
    sys.exit(main())
