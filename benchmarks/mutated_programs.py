"""Judge programs of the corpora that were changed at random: what is claimed of them, and what they do in the sandbox.

    python -m benchmarks.mutated_programs [--seconds N] [--seed S] [--keep FOLDER] [FOLDER ...]

In each program up to three expressions or statements become others: of a list of awkward ones, or of the same program.
Every one is analysed and run in eight cases. Each program that crashes the analysis, or whose runs contradict a claim,
is named; ``--keep`` writes it to a folder. The exit code is 1 if there is one.
"""

from __future__ import annotations

import argparse
import ast
import copy
import random
import sys
import time
import warnings
from pathlib import Path

from corpus.adversarial.suite import CASES
from corpus.random_scaffolds.oracle import Oracle

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = [ROOT / "corpus" / name / "programs" for name in ("adversarial", "demo", "honest", "labelled")]
EXPRESSIONS = [
    ast.parse(text, mode="eval").body
    for text in (
        "None", "1.5", "''", "[]", "{}", "()", "set()", "slice(1, 2)", "10**30", "float('nan')", "b'x'", "...", "True",
        "lambda *a, **k: 1", "int", "len", "{'a': 1}", "'ab'", "options", "question", "range(3)", "iter([1])", "{1, 2}",
        "(1, 'a')", "object()", "complex(1, 2)", "[[]]", "str.join", "options[0]", "enumerate(options)", "zip()",
        "super", "type", "__name__", "-options", "not options", "options * 2", "options[::-1]", "[*options]", "{**{}}",
        "f'{options}'", "llm_model", "extract_answer", "llm_model(question, exp_config)",
    )
]  # fmt: skip
STATEMENTS = [
    ast.parse(text).body[0]
    for text in (
        "pass", "return", "raise ValueError", "del question", "options.append(1)", "options.clear()", "question += 'x'",
        "options = None", "import math", "assert False", "x: int", "for q in options: break", "del options[0]",
        "while options: options.pop()", "try:\n    1 / 0\nexcept Exception: pass", "options[0] = 1",
        "options[1:2] = []", "a, *b = options", "class K: pass", "def f(): return f()", "llm_model = None",
        "match options:\n    case [a, *b]: pass",
    )
]  # fmt: skip
Place = tuple[ast.AST, str, int | None]


def main() -> int:
    """Print every program that contradicts a claim, and how many were tried."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", default=FOLDERS)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    files = sorted(path for folder in options.folders for path in folder.rglob("*.py") if gives_a_tuple(path))
    if not files:
        parser.error(f"no program under {', '.join(map(str, options.folders))}")
    warnings.simplefilter("ignore")
    chosen, oracle, tried, found = random.Random(options.seed), Oracle(), 0, 0
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        file = chosen.choice(files)
        text = mutated(file.read_text("utf-8"), chosen)
        if text is None:
            continue
        tried += 1
        fault = fault_of(oracle, text)
        if fault is None:
            continue
        found += 1
        print(f"CONTRADICTED {options.seed}.{tried} {file.name}: {fault}", flush=True)
        if options.keep is not None:
            options.keep.mkdir(parents=True, exist_ok=True)
            (options.keep / f"{options.seed}_{tried}.py").write_text(text, "utf-8")
    print(f"{tried} programs, {found} that contradict a claim")
    return 1 if found else 0


def gives_a_tuple(file: Path) -> bool:
    """Whether no result of a program is a dictionary, which the oracle cannot read."""
    return "return {" not in file.read_text("utf-8")


def fault_of(oracle: Oracle, text: str) -> str | None:
    """What runs of a program contradict, or how its analysis ends; nothing if all is well or it has no entry."""
    try:
        judgement = oracle.judge(text, CASES[::4])
    except ValueError:
        return None
    except Exception as error:  # noqa: BLE001  whatever the analysis raises is a fault of it
        return f"{type(error).__name__}: {error}"
    return "; ".join(sorted({one.claim for one in judgement.contradictions})) or None


def mutated(text: str, chosen: random.Random) -> str | None:
    """A program with some of its parts changed; nothing if that is not a program."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    for _ in range(chosen.randint(1, 3)):
        expressions, blocks = places_of(tree)
        if expressions and chosen.random() < 0.75:
            node, field, place = chosen.choice(expressions)
            new = chosen.choice(EXPRESSIONS) if chosen.random() < 0.7 else part_at(chosen.choice(expressions))
            if place is None:
                setattr(node, field, copy.deepcopy(new))
            else:
                getattr(node, field)[place] = copy.deepcopy(new)
        elif blocks:
            block = chosen.choice(blocks)
            if len(block) > 1 and chosen.random() < 0.3:
                block.pop(chosen.randrange(len(block)))
            else:
                new_statement = chosen.choice(STATEMENTS if chosen.random() < 0.7 else chosen.choice(blocks))
                block.insert(chosen.randrange(len(block) + 1), copy.deepcopy(new_statement))
    try:
        changed = ast.unparse(ast.fix_missing_locations(tree))
        compile(changed, "program", "exec")
    except (SyntaxError, ValueError):
        return None
    return changed


def places_of(tree: ast.AST) -> tuple[list[Place], list[list[ast.stmt]]]:
    """Where expressions that are read stand, and the blocks of statements."""
    expressions: list[Place] = []
    blocks: list[list[ast.stmt]] = []
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            parts = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                blocks.append(value)
            for place, part in parts:
                if isinstance(part, ast.expr) and isinstance(getattr(part, "ctx", ast.Load()), ast.Load):
                    expressions.append((node, field, place))
    return expressions, blocks


def part_at(place: Place) -> ast.expr:
    """The expression at a place."""
    node, field, position = place
    found = getattr(node, field)
    return found if position is None else found[position]  # type: ignore[no-any-return]


if __name__ == "__main__":
    sys.exit(main())
