"""Compare the cyclomatic complexity of the 800 functions of CruxEval with radon's.

    python -m benchmarks.complexity [--data FOLDER]

Both count decisions. The graph has no edges for exceptions here, so that what only an exception can reach is not
counted; radon counts words. Each class of difference is printed with its number of functions; a difference that the
classes do not account for makes the exit code 1.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from radon.visitors import ComplexityVisitor

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.flow.unreachable import DeadCode
from cgr_audit.source.contract import Contract, load_contract

DEFAULT_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
_LOOPS = (ast.For, ast.While, ast.AsyncFor)

CLASSES: dict[str, Callable[[ast.AST], int]] = {
    "radon counts an assertion": lambda node: isinstance(node, ast.Assert),
    "radon counts each exception handler": lambda node: len(node.handlers) if isinstance(node, ast.Try) else 0,
    "radon counts the else of a try": lambda node: isinstance(node, ast.Try) and bool(node.orelse),
    "radon counts the else of a loop": lambda node: isinstance(node, _LOOPS) and bool(node.orelse),
    "radon counts a test that is constant": lambda node: (
        isinstance(node, ast.While) and isinstance(node.test, ast.Constant)
    ),
}
"""What radon counts and the graph does not, for each node."""


def main() -> int:
    """Print how many functions agree, and the differences by class."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("CGR_AUDIT_DATA", DEFAULT_DATA)))
    path = parser.parse_args().data / "cruxeval" / "programs.jsonl"
    if not path.is_file():
        print(f"{path}: no such file; --data or CGR_AUDIT_DATA names the data folder", file=sys.stderr)
        return 2
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    contract = load_contract("function")
    equal, unexplained = 0, 0
    classes: Counter[str] = Counter()
    for row in rows:
        ours, theirs, reasons = compare(row["source"], contract)
        equal += ours == theirs
        classes.update(reasons.keys())
        if ours + sum(reasons.values()) != theirs:
            unexplained += 1
            print(f"{row['id']}: {ours} from the graph, {theirs} from radon, explained {dict(reasons)}")
    print(f"{equal} of {len(rows)} functions have the same complexity")
    for name, count in sorted(classes.items()):
        print(f"{count} functions: {name}")
    print(f"{unexplained} differences without an explanation")
    return 1 if unexplained else 0


def compare(source: str, contract: Contract) -> tuple[int, int, Counter[str]]:
    """The complexity of the last function by the graph and by radon, and what radon counts beyond the graph."""
    facts = Facts(ast.parse(source), contract)
    function = [node for node in facts.tree.body if isinstance(node, ast.FunctionDef)][-1]
    theirs = [found for found in ComplexityVisitor.from_ast(facts.tree).functions if found.name == function.name][-1]
    reasons: Counter[str] = Counter()
    for node in ast.walk(function):
        for name, count in CLASSES.items():
            if count(node):
                reasons[name] += int(count(node))
    dead = sum(_decisions(part) for part in facts.unreachable_code)
    if dead:
        reasons["radon counts code that no path reaches"] += dead
    return facts.complexity.of(function), theirs.complexity, reasons


def _decisions(dead: DeadCode) -> int:
    """The decisions in one unreachable statement."""
    kinds = (ast.If, ast.IfExp, ast.BoolOp, ast.comprehension, *_LOOPS)
    return sum(isinstance(node, kinds) for node in ast.walk(dead.first))


if __name__ == "__main__":
    sys.exit(main())
