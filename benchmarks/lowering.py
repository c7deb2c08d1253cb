"""What each way to a syntax tree costs: ``ast.parse``, ``libcst.parse_module``, and lowering the latter's tree.

    python benchmarks/lowering.py [DATA_FOLDER]

The folder is the one that ``CGR_AUDIT_DATA`` names, or ``../shared/data``. Prints milliseconds of processor time per
program, the best of five rounds, over the agent scaffolds in ``adas``.
"""

from __future__ import annotations

import ast
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import libcst
from libcst.metadata import MetadataWrapper, PositionProvider

from cgr_audit.source.lowering import lower, needs_lowering

ROUNDS = 5
DATA = Path(os.environ.get("CGR_AUDIT_DATA", Path(__file__).resolve().parent.parent.parent / "shared" / "data"))


def main() -> int:
    """Measure and print."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DATA
    file = folder / "adas" / "programs.jsonl"
    if not file.is_file():
        print(f"no {file}; give the data folder or set CGR_AUDIT_DATA", file=sys.stderr)
        return 2
    texts = [json.loads(line)["source"] for line in file.read_text("utf-8").splitlines()]
    modules = [libcst.parse_module(text) for text in texts]
    trees = [ast.parse(text) for text in texts]

    def positions() -> None:
        for module in modules:
            MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider)

    ways: dict[str, Callable[[], object]] = {
        "libcst.parse_module": lambda: [libcst.parse_module(text) for text in texts],
        "ast.parse": lambda: [ast.parse(text) for text in texts],
        "needs_lowering": lambda: [needs_lowering(text, tree) for text, tree in zip(texts, trees, strict=True)],
        "lower": lambda: [lower(module, text) for module, text in zip(modules, texts, strict=True)],
        "PositionProvider": positions,
    }
    lines = sum(text.count("\n") + 1 for text in texts)
    print(f"{len(texts)} programs, {lines / len(texts):.0f} lines each; Python {sys.version.split()[0]}")
    costs = {name: milliseconds(way) / len(texts) for name, way in ways.items()}
    for name, cost in costs.items():
        print(f"{name:20} {cost:7.3f} ms   {cost / costs['libcst.parse_module']:5.2f} x libcst.parse_module")
    return 0


def milliseconds(way: Callable[[], object]) -> float:
    """Processor time of the quickest round."""
    best = float("inf")
    for _ in range(ROUNDS):
        before = time.process_time()
        way()
        best = min(best, time.process_time() - before)
    return best * 1000


if __name__ == "__main__":
    sys.exit(main())
