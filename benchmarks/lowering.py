"""What each step from a text to its syntax tree costs, beside ``libcst.parse_module`` on the same texts.

    python -m benchmarks.lowering [--rounds 7]

Over every program of ``corpus/labelled`` and ``corpus/demo`` that parses: milliseconds of processor time per program,
the median of the rounds, in which the steps take turns. ``parse`` is all that an audit does with a text: the host's
compiler, libcst, the lowering.
"""

from __future__ import annotations

import argparse
import ast
import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import libcst

from cgr_audit.source.lowering import lower_module
from cgr_audit.source.parse import Trees, parse
from cgr_audit.source.text import decode

CORPUS = Path(__file__).resolve().parent.parent / "corpus"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    files = sorted([*CORPUS.glob("labelled/programs/**/*.py"), *CORPUS.glob("demo/programs/**/*.py")])
    found = [parse(decode(file.read_bytes()).text) for file in files]
    trees = [one for one in found if isinstance(one, Trees) and one.module is not None]
    texts = [one.text for one in trees]
    modules = [one.module for one in trees if one.module is not None]
    gc.set_threshold(50_000, 20, 100)  # as `audit.children.prepare_child` does
    gc.freeze()
    steps: dict[str, Callable[[int], object]] = {
        "libcst.parse_module": lambda number: libcst.parse_module(texts[number]),
        "lowering": lambda number: lower_module(modules[number], texts[number]),
        "compile": lambda number: compile(texts[number], "<program>", "exec", dont_inherit=True),
        "parse": lambda number: parse(texts[number]),
        "ast.parse": lambda number: ast.parse(texts[number]),
    }
    costs: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(rounds):
        for name, step in steps.items():
            costs[name].append(milliseconds(step, len(texts)))
    lines = sum(text.count("\n") + 1 for text in texts)
    print(f"{len(texts)} programs, {lines / len(texts):.0f} lines each; Python {sys.version.split()[0]}")
    whole = median(costs["libcst.parse_module"])
    for name, found_costs in costs.items():
        cost = median(found_costs)
        print(f"{name:20} {cost:7.3f} ms   {cost / whole:5.2f} x libcst.parse_module")
    return 0


def milliseconds(step: Callable[[int], object], count: int) -> float:
    """Processor time of a step per program."""
    gc.collect()
    before = time.process_time()
    for number in range(count):
        step(number)
    return 1000 * (time.process_time() - before) / count


if __name__ == "__main__":
    sys.exit(main())
