"""Judge the 800 functions of CruxEval by their published outputs: each must pass, and fail with another one's output.

    python -m benchmarks.scorecard_running [--data FOLDER] [--human-eval FILE] [--jobs N]

With ``--human-eval``, the reference solutions of HumanEval (its ``HumanEval.jsonl.gz``) are judged by its own checks,
and so are programs made of them that return ``None``.
"""

from __future__ import annotations

import argparse
import ast
import gzip
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cgr_audit.scorecards.running.output import FunctionCall
from cgr_audit.scorecards.running.runner import ProgramRunner, TestCase, Tested

DEFAULT_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
SPOILT = "\n\ndef {0}(*positional, _original={0}, **named):\n    _original(*positional, **named)\n"


def main() -> int:
    """Print how many programs pass, how those fail that must, and programs per second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("CGR_AUDIT_DATA", DEFAULT_DATA)))
    parser.add_argument("--human-eval", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    path = options.data / "cruxeval" / "programs.jsonl"
    if not path.is_file():
        print(f"{path}: no such file; --data or CGR_AUDIT_DATA names the data folder", file=sys.stderr)
        return 2
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    ProgramRunner(1, report=print).outputs([FunctionCall(rows[0]["source"], rows[0]["input"])])
    faults = sum(_judged(name, programs, must_pass, options.jobs) for name, programs, must_pass in _cruxeval(rows))
    if options.human_eval is not None:
        with gzip.open(options.human_eval, "rt", encoding="utf-8") as file:
            problems = [json.loads(line) for line in file]
        faults += sum(
            _judged(name, programs, must_pass, options.jobs) for name, programs, must_pass in _human_eval(problems)
        )
    return 1 if faults else 0


def _cruxeval(rows: Sequence[dict[str, str]]) -> Iterator[tuple[str, list[Tested], bool]]:
    shifted = [*rows[1:], rows[0]]
    others = [(row, other) for row, other in zip(rows, shifted, strict=True) if _differ(row, other)]
    yield "as cases", [Tested(row["source"], (TestCase(row["input"], row["output"]),)) for row in rows], True
    yield "as assertions", [Tested(row["source"], _assertion(row, row["output"])) for row in rows], True
    swapped = [Tested(row["source"], (TestCase(row["input"], other["output"]),)) for row, other in others]
    yield "as cases, with the next one's output", swapped, False
    swapped = [Tested(row["source"], _assertion(row, other["output"])) for row, other in others]
    yield "as assertions, with the next one's output", swapped, False


def _differ(row: dict[str, str], other: dict[str, str]) -> bool:
    return bool(ast.literal_eval(row["output"]) != ast.literal_eval(other["output"]))


def _assertion(row: dict[str, str], output: str) -> str:
    return f"assert f({row['input']}) == {output}"


def _human_eval(problems: Sequence[dict[str, Any]]) -> Iterator[tuple[str, list[Tested], bool]]:
    solved = [(one["prompt"] + one["canonical_solution"], one["test"], one["entry_point"]) for one in problems]
    yield "HumanEval's solutions", [Tested(program, test, entry) for program, test, entry in solved], True
    yield "HumanEval's solutions, entry unsaid", [Tested(program, test) for program, test, _ in solved], True
    spoilt = [Tested(program + SPOILT.format(entry), test, entry) for program, test, entry in solved]
    yield "HumanEval's solutions that return None", spoilt, False


def _judged(name: str, programs: Sequence[Tested], must_pass: bool, jobs: int) -> int:
    """Judge programs, print what came of it, and give the number of wrong judgements."""
    started, processor = time.perf_counter(), time.process_time()
    judgements = ProgramRunner(jobs).run_tests(programs)
    seconds, processor = time.perf_counter() - started, time.process_time() - processor
    wrong = [judgement for judgement in judgements if judgement.unknown or judgement.passed is not must_pass]
    failures = Counter(str(judgement.failure) for judgement in judgements if judgement.failure is not None)
    said = ", ".join(f"{count} {failure.replace('_', ' ')}" for failure, count in failures.most_common())
    passed = sum(judgement.passed for judgement in judgements)
    print(f"{name}: {passed} of {len(programs)} pass{f' ({said})' if said else ''}")
    inside = sum(judgement.assertions_inside for judgement in judgements)
    if inside:
        print(f"  decided in the programs' own instances, as they compare with no literal: {inside}")
    rate = f"{len(programs) / seconds:.0f} programs per second"
    print(f"  {rate} ({jobs} jobs, {seconds:.2f} s; processor {1000 * processor / len(programs):.1f} ms a program)")
    for judgement in wrong:
        print(f"  {judgement}")
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main())
