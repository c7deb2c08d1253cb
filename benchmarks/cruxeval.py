"""Run the 800 functions of CruxEval in the sandbox and compare what they return with what was published.

    python -m benchmarks.cruxeval [--data FOLDER] [--jobs N]

Values are compared as exact Python values: types count, also inside containers, and so do set elements and key order.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed, Run
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.sandbox.threads import map_in_order
from cgr_audit.sandbox.values import value_literal
from cgr_audit.solvers.fail import FailingSolver
from cgr_audit.source.contract import load_contract

DEFAULT_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"


def main() -> int:
    """Print the number of equal outputs, each difference, and programs per second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("CGR_AUDIT_DATA", DEFAULT_DATA)))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    path = options.data / "cruxeval" / "programs.jsonl"
    if not path.is_file():
        print(f"{path}: no such file; --data or CGR_AUDIT_DATA names the data folder", file=sys.stderr)
        return 2
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    sandbox = Sandbox(Interpreter(report=print), Limits(), load_contract("function"))
    solver = FailingSolver()

    def run(row: dict[str, str]) -> Run:
        return sandbox.run(row["source"].encode(), None, solver, 0, arguments=row["input"])

    started = time.perf_counter()
    runs = list(map_in_order(run, rows, options.jobs))
    seconds = time.perf_counter() - started
    equal = sum(is_published(row, run) for row, run in zip(rows, runs, strict=True))
    print(f"{equal} of {len(rows)} outputs equal the published ones")
    print(f"{len(rows) / seconds:.0f} programs per second ({options.jobs} jobs, {seconds:.2f} s)")
    return 0 if equal == len(rows) else 1


def is_published(row: dict[str, str], run: Run) -> bool:
    """Whether a run gave the published output; a difference is printed."""
    if isinstance(run.outcome, Completed):
        literal = value_literal(run.outcome.value)
        if literal is not None and shape(ast.literal_eval(literal)) == shape(ast.literal_eval(row["output"])):
            return True
        print(f"{row['id']}: published {row['output']}, returned {literal}")
    else:
        print(f"{row['id']}: published {row['output']}, but {run.outcome}")
    return False


def shape(value: Any) -> Any:
    """A value with the type of each part written out, so that ``1``, ``1.0`` and ``True`` differ."""
    match value:
        case dict():
            return ("dict", [(shape(key), shape(item)) for key, item in value.items()])
        case list() | tuple():
            return (type(value).__name__, [shape(item) for item in value])
        case set() | frozenset():
            return (type(value).__name__, sorted(repr(shape(item)) for item in value))
        case _:
            return (type(value).__name__, repr(value))


if __name__ == "__main__":
    sys.exit(main())
