"""Whether what CGR506 and CGR507 report raises: in real programs, and in the same programs with invented members.

    python -m benchmarks.members [--data FOLDER] [--only SET ...] [--mutated N] [--seed S] [--show]

Every finding in ADAS, Program of Thoughts, CRUXEval, PAL, Reflexion and the project's own programs is run in the
sandbox with the reported expression watched: it raises, it gives a value (a false alarm), or no run reaches it. Then N
programs of each set get one wrong member, keyword or argument, at random, and are audited and run in the same way; a
second table says how many of those that raised an ``AttributeError``, ``ImportError`` or ``TypeError`` were reported.
Exit code 1 after a false alarm.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.finding import Finding
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.rule import BaseRule
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.spec import parse_solver_spec
from cgr_audit.source.contract import Contract, load_contract
from cgr_audit.source.program import Program

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("CGR_AUDIT_DATA", ROOT.parent / "shared" / "data"))
CODES = ("CGR506", "CGR507")
FILES = {"adas": "adas", "pot": "pot", "cruxeval": "function", "pal_aqua": "pot", "reflexion": "function"}
FOLDERS = ("demo", "honest", "labelled", "adversarial")
SOLVERS = ("constant:A", "cycle:B|nothing to say|The answer is C.", "fail")
LIMITS = Limits(fuel=3 * 10**9, wall=4.0)
EXPECTED = frozenset({"AttributeError", "ImportError", "TypeError"})
WATCH = """
def __watched__(number, expression):
    try:
        value = expression()
    except BaseException as error:
        print("watched", number, "raised", type(error).__name__)
        raise
    print("watched", number, "returned -")
    return value
"""
INVENTED = ("contains", "length", "find_all", "add_all", "to_list", "mean_of", "items_list", "get_text", "is_vowel")


@dataclass(frozen=True, slots=True)
class Case:
    """A program with what it is run with."""

    name: str
    contract: str
    text: str
    arguments: str | None = None


def main() -> int:
    """Print counts per set, and every false alarm."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--only", nargs="*", choices=(*FILES, *FOLDERS), default=(*FILES, *FOLDERS))
    parser.add_argument("--mutated", type=int, default=300, metavar="N", help="programs of each set to change")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--show", action="store_true", help="print every finding, and every mutation that was missed")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    sets = {
        name: list(rows(options.data / name / "programs.jsonl", name) if name in FILES else files(name))
        for name in options.only
    }
    false_alarms = 0
    print("set          programs  CGR506  CGR507  raises  reached, does not raise  not reached")
    for name, cases in sets.items():
        found = [(case, finding) for case in cases for finding in findings_of(case)]
        ends = Counter(end_of(case, finding, show=options.show) for case, finding in found)
        codes = Counter(finding.code for _, finding in found)
        counts = (codes["CGR506"], codes["CGR507"], ends["raised"], ends["returned"], ends["not reached"])
        print(f"{name:12} {len(cases):8}" + "".join(f"{count:8}" for count in counts))
        false_alarms += ends["returned"]
    print("\nwith one wrong member or argument each")
    print("set          changed  raise there  of these reported  other findings  reached, do not raise")
    for name, cases in sets.items():
        false_alarms += print_mutated(name, cases, options)
    return 1 if false_alarms else 0


def rows(path: Path, name: str) -> Iterator[Case]:
    """The programs of a data file that parse, each text once."""
    if not path.is_file():
        print(f"no {path}; --data or CGR_AUDIT_DATA names the data folder", file=sys.stderr)
        return
    seen = set()
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["source"] not in seen and parses(row["source"]):
            seen.add(row["source"])
            yield Case(row["id"], FILES[name], row["source"], row.get("input"))


def files(name: str) -> Iterator[Case]:
    """The project's own programs of one folder, as the contract ``cgr`` reads them."""
    folder = ROOT / "corpus" / name / "programs"
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text("utf-8", "replace")
        if parses(text):
            yield Case(str(path.relative_to(folder)), "cgr", text)


def parses(text: str) -> bool:
    """Whether the host reads it."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


@cache
def contract_of(name: str) -> Contract:
    """A contract whose prelude also has what watches expressions."""
    contract = load_contract(name)
    return replace(contract, prelude=replace(contract.prelude, source=contract.prelude.source + WATCH))


@cache
def sandbox_of(name: str) -> Sandbox:
    """The sandbox for a contract."""
    contract = contract_of(name)
    return Sandbox(interpreter_of(contract.imports.profile), LIMITS, contract)


@cache
def interpreter_of(profile: str) -> Interpreter:
    """One interpreter for each profile."""
    return Interpreter(profile)


def findings_of(case: Case) -> Sequence[Finding]:
    """What the two rules report."""
    program = Program(case.name, case.name, case.text.encode("utf-8", "surrogatepass"))
    return audit_program(program, load_contract(case.contract), rules()).findings


@cache
def rules() -> Sequence[BaseRule]:
    """The two rules."""
    return [rule for rule in load_registry().rules if rule.meta.code in CODES]


def end_of(case: Case, finding: Finding, *, show: bool = False) -> str:
    """``raised``, ``returned`` or ``not reached``; the second is printed."""
    tree = ast.parse(case.text)
    node = place_of(tree, case.text, finding)
    ends = set() if node is None else run_watched(case, tree, node)
    end = "returned" if "returned" in ends else "raised" if ends & EXPECTED else "not reached"
    if show or end == "returned":
        print(f"  {case.name}:{finding.span} {finding.code} {finding.message}: {end}")
    return end


def place_of(tree: ast.Module, text: str, finding: Finding) -> ast.AST | None:
    """The expression, or the import, that should raise."""
    wanted = str(finding.span)
    holders = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    if finding.code == "CGR506":
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and any(span_of(alias, text) == wanted for alias in node.names):
                return node
            if isinstance(node, ast.Attribute) and span_of(node, text) == wanted:
                return node
        return None
    if finding.message.endswith("missing"):
        return next((call for call in holders if span_of(call, text) == wanted), None)
    given = ((call, part) for call in holders for part in (*call.args, *call.keywords))
    return next((call for call, part in given if span_of(part, text) == wanted), None)


def span_of(node: ast.AST, text: str) -> str:
    """A node's place as findings have it."""
    lines = text.encode("utf-8", "surrogatepass").split(b"\n")

    def column(line: int, offset: int) -> int:
        return len(lines[line - 1][:offset].decode("utf-8", "surrogatepass")) + 1

    start = f"{node.lineno}:{column(node.lineno, node.col_offset)}"  # type: ignore[attr-defined]
    return f"{start}-{node.end_lineno}:{column(node.end_lineno, node.end_col_offset)}"  # type: ignore[attr-defined]


class _Watching(ast.NodeTransformer):
    """Puts one expression into a call that says how its evaluation ends."""

    def __init__(self, node: ast.AST) -> None:
        self.node = node

    def visit(self, node: ast.AST) -> ast.AST | list[ast.AST]:
        if node is not self.node:
            self.generic_visit(node)
            return node
        if isinstance(node, ast.ImportFrom):
            names = [f"__import__({node.module!r}, fromlist=['*']).{alias.name}" for alias in node.names]
            return [*(ast.parse(f"__watched__(0, lambda: {name})").body[0] for name in names), node]
        watched = ast.parse("__watched__(0, lambda: 0)", mode="eval").body
        assert isinstance(watched, ast.Call)
        assert isinstance(watched.args[1], ast.Lambda)
        watched.args[1].body = node  # type: ignore[assignment]
        return watched


def run_watched(case: Case, tree: ast.Module, node: ast.AST) -> set[str]:
    """How the evaluations of one expression ended over the runs: ``returned``, or the name of what was raised."""
    _Watching(node).generic_visit(tree)
    text = ast.unparse(ast.fix_missing_locations(tree))
    item = json.loads((ROOT / "corpus" / "honest" / "item.json").read_text("utf-8"))
    ends = set()
    for solver in SOLVERS if case.contract in {"cgr", "adas"} else SOLVERS[:1]:
        run = sandbox_of(case.contract).run(
            text.encode("utf-8", "surrogatepass"), item, parse_solver_spec(solver), 0, arguments=case.arguments
        )
        for line in run.output.splitlines():
            if line.startswith("watched 0 "):
                ends.add(line.removeprefix("watched 0 ").removeprefix("raised ").removesuffix(" -"))
    return ends


def print_mutated(name: str, cases: Sequence[Case], options: argparse.Namespace) -> int:
    """Change, read and run so many programs; how many findings were false alarms."""
    chosen = random.Random(options.seed)
    some = chosen.sample(cases, min(options.mutated, len(cases)))
    changed = raising = reported = others = false_alarms = 0
    for case in some:
        tree = ast.parse(case.text)
        node = mutate(tree, chosen)
        if node is None:
            continue
        changed += 1
        text = ast.unparse(tree)
        new = replace(case, text=text)
        findings = findings_of(new)
        again = ast.parse(text)
        same = dict(zip(ast.walk(tree), ast.walk(again), strict=True))[node]
        hits = [finding for finding in findings if place_of(again, text, finding) is same]
        is_raising = bool(run_watched(new, again, same) & EXPECTED)
        raising += is_raising
        reported += bool(hits) and is_raising
        others += len(findings) - len(hits)
        false_alarms += sum(end_of(new, finding) == "returned" for finding in findings)
        if options.show and is_raising and not hits:
            print(f"  {case.name}: not reported: {ast.unparse(node)}")
    print(f"{name:12} {changed:7}{raising:13}{reported:19}{others:16}{false_alarms:23}")
    return false_alarms


def mutate(tree: ast.Module, chosen: random.Random) -> ast.AST | None:
    """Make one member or one argument wrong, in place."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Call) or is_read(node)]
    if not nodes:
        return None
    node = chosen.choice(nodes)
    if isinstance(node, ast.Attribute):
        node.attr = chosen.choice([*INVENTED, f"{node.attr}_all", node.attr.title(), f"get_{node.attr}"])
        return node
    assert isinstance(node, ast.Call)
    match chosen.randrange(3):
        case 0:
            node.keywords.append(ast.keyword("no_such_parameter", ast.Constant(1)))
        case 1 if node.args:
            node.args.pop()
        case _:
            node.args.extend([ast.Constant(1), ast.Constant("a"), ast.Constant(2)])
    return node


def is_read(node: ast.AST) -> bool:
    """Whether it reads a member."""
    return isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)


if __name__ == "__main__":
    sys.exit(main())
