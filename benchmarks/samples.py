"""Prints findings in real programs for reading: so many per code, drawn with a fixed seed.

    python -m benchmarks.samples FILE --contract NAME [--count 50] [--seed 2026] [--codes CGR2*,CGR306] [--source]
    python -m benchmarks.samples FILE --contract NAME --clean [--count 40]

FILE is whatever ``cgr-audit audit`` reads: a program, a folder of ``*.py`` files, an archive, or rows of JSONL or
Parquet whose fields ``source`` and ``id`` hold a program's text and its id. NAME is a built-in contract or a TOML file.
Every finding comes with its program's id, its place and message, and four lines before and after; with ``--source``
the whole program. ``--clean`` draws programs in which nothing was found, to be read for what was missed.

A finding's place in the draw depends on the seed, its code, its program and its span alone, so that a finding that
goes or comes changes nothing for the others. The judgements made from such samples stand in ``docs/precision.md``.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from cgr_audit.audit.finding import Finding
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.workers import Assignment, ProcessWorkers
from cgr_audit.errors import UsageError
from cgr_audit.source.collect import collect
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program


def main() -> int:
    """Print every chosen finding with its program's id, place, message, and the lines around it."""
    options = _options()
    try:
        rules = load_registry().chosen(options.codes.split(","))
        assignment = Assignment(load_contract(options.contract), tuple(rule.meta.code for rule in rules))
        folder = Path(options.file)  # ids count from it: they decide the draw, and where the folder is must not
        found = collect([options.file], base=folder if folder.is_dir() else folder.parent)
        programs = {one.program_id: one for one in found if isinstance(one, Program)}
    except UsageError as error:
        sys.exit(str(error))
    if not programs:
        sys.exit(
            f"{options.file}: holds no program; a folder's programs are its *.py files, others are named one by one"
        )
    audits = ProcessWorkers(assignment, jobs=2).map(programs.values())
    if options.clean:
        _print_clean(list(audits), programs, options.seed, options.count)
    else:
        _print_findings(audits, programs, options)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--contract", required=True)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--codes", default="CGR*", help="codes or patterns, with commas between them")
    parser.add_argument("--source", action="store_true", help="print whole programs instead of four lines around")
    parser.add_argument("--clean", action="store_true", help="print programs without a finding instead")
    return parser.parse_args()


def _print_findings(audits: Iterator[ProgramAudit], programs: dict[str, Program], options: argparse.Namespace) -> None:
    by_code: dict[str, list[tuple[str, Finding]]] = defaultdict(list)
    for audit in audits:
        for finding in audit.findings:
            by_code[finding.code].append((audit.program_id, finding))
    for code, findings in sorted(by_code.items()):
        chosen = sorted(findings, key=lambda one: _place_in_draw(options.seed, code, one[0], one[1].span))
        chosen = chosen[: options.count]
        print(f"==== {code}: {len(chosen)} of {len(findings)} findings")
        for program_id, finding in sorted(chosen, key=lambda one: (one[0], str(one[1].span))):
            _print_finding(finding, programs[program_id], whole=options.source)


def _print_clean(audits: Sequence[ProgramAudit], programs: dict[str, Program], seed: int, count: int) -> None:
    clean = [audit.program_id for audit in audits if not audit.findings]
    chosen = sorted(clean, key=lambda program_id: _place_in_draw(seed, "clean", program_id))[:count]
    print(f"==== {len(chosen)} of {len(clean)} programs without findings")
    for program_id in sorted(chosen):
        print(f"---- {program_id}")
        for number, text in enumerate(_lines(programs[program_id]), 1):
            print(f" {number:4} {text}")


def _place_in_draw(seed: int, *subject: object) -> str:
    return hashlib.sha256(" ".join(map(str, (seed, *subject))).encode()).hexdigest()


def _print_finding(finding: Finding, program: Program, *, whole: bool) -> None:
    line = finding.span.line if finding.span is not None else 1
    column = finding.span.column if finding.span is not None else 1
    print(f"---- {program.program_id}:{line}:{column} {finding.code} {finding.message}")
    for number, text in enumerate(_lines(program), 1):
        if whole or abs(number - line) <= 4:
            print(f"{'>' if number == line else ' '}{number:4} {text}")


def _lines(program: Program) -> list[str]:
    return program.data.decode("utf-8", "replace").splitlines()


if __name__ == "__main__":
    sys.exit(main())
