"""What an audit costs, in processor time, beside a loop that only calls ``libcst.parse_module`` on the same texts.

    python benchmarks/speed.py [--data FOLDER] [--pot 2000] [--rounds 3]

Over ``adas`` and the first programs of ``pot``, each round afresh, the best round counting: ``audit_program`` in this
process with every rule, and the whole command ``cgr-audit audit --jobs 1 --no-cache`` with its start-up and all its
processes; then every stage and rule by itself; and the wall-clock time of a cold and a warm command over all ``pot``.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import gc
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import libcst

from cgr_audit.analysis.facts import Facts
from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.rule import Context, Rule, TextRule
from cgr_audit.source.collect import collect
from cgr_audit.source.contract import load_contract
from cgr_audit.source.parse import Trees, parse
from cgr_audit.source.positions import Positions
from cgr_audit.source.program import Program
from cgr_audit.source.text import decode
from cgr_audit.source.unwrap import PLAIN

DATA = Path(os.environ.get("CGR_AUDIT_DATA", Path(__file__).resolve().parent.parent.parent / "shared" / "data"))
STAGES = ("index", "scopes", "dotted_names", "entry", "call_graph", "solver_calls", "call_bound", "provenance")
COMMAND = "from cgr_audit.cli.app import main; main()"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--pot", type=int, default=2_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    files = {name: options.data / name / "programs.jsonl" for name in ("adas", "pot")}
    for file in files.values():
        if not file.is_file():
            print(f"no {file}; --data or CGR_AUDIT_DATA names the data folder", file=sys.stderr)
            return 2
    adopt_orphans()
    limits = {"adas": sys.maxsize, "pot": options.pot}
    chosen = {name: list(islice(programs(file), limits[name])) for name, file in files.items()}
    totals: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for name, some in chosen.items():
            part = Path(folder) / f"{name}.jsonl"
            with files[name].open(encoding="utf-8") as lines:
                part.write_text("".join(islice(lines, limits[name])), "utf-8")
            costs = measure(name, some, part, options.rounds)
            totals.update(costs)
            print_costs(f"{name}, {len(some)} programs", costs, len(some))
    print_costs("together", totals, sum(map(len, chosen.values())))
    for name, some in chosen.items():
        print_table(name, some)
    print_warm(files["pot"])
    return 0


def programs(file: Path) -> list[Program]:
    """The programs of a file, in order."""
    return [found for found in collect([str(file)]) if isinstance(found, Program)]


def measure(name: str, some: list[Program], file: Path, rounds: int) -> Counter[str]:
    """Processor seconds of each way; the best of the rounds, which take turns."""
    contract, rules = load_contract(name), load_registry().rules
    texts = [decode(program.data).text for program in some]
    ways: dict[str, Callable[[], float]] = {
        "libcst.parse_module": lambda: seconds(lambda: [parsed_by_libcst(text) for text in texts]),
        "audit in this process": lambda: seconds(lambda: [audit_program(one, contract, rules) for one in some]),
        "whole command": lambda: command_seconds(name, file),
    }
    found = [{way: cost() for way, cost in ways.items()} for _ in range(rounds)]
    return Counter({way: min(one[way] for one in found) for way in ways})


def parsed_by_libcst(text: str) -> object:
    """The tree that libcst makes; nothing where it refuses the text."""
    try:
        return libcst.parse_module(text)
    except (libcst.ParserSyntaxError, libcst.CSTValidationError, libcst.CSTLogicError):
        return None


def seconds(action: Callable[[], object]) -> float:
    """Processor time of an action in this process."""
    gc.collect()
    started = time.process_time()
    action()
    return time.process_time() - started


def command_seconds(contract: str, file: Path) -> float:
    """Processor time of the command and of all processes that it starts, the server they are forked from included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    arguments = ["audit", str(file), "--contract", contract, "--format", "json", "--jobs", "1", "--no-cache"]
    subprocess.run([sys.executable, "-c", COMMAND, *arguments], capture_output=True, check=False)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()  # the server, which outlives the command for a moment
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def adopt_orphans() -> None:
    """Make processes whose parent is gone children of this one, so that what they used is counted (Linux)."""
    set_child_subreaper = 36
    ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def print_costs(title: str, costs: Counter[str], count: int) -> None:
    """Each way in seconds, per program, and as a multiple of libcst."""
    print(f"\n{title}; Python {sys.version.split()[0]}, processor time")
    for way, cost in costs.items():
        ratio = cost / costs["libcst.parse_module"]
        print(
            f"  {way:24} {cost:7.2f} s  {1000 * cost / count:7.3f} ms per program  {ratio:5.2f} x libcst.parse_module"
        )


def print_table(name: str, some: list[Program]) -> None:
    """What each stage and each rule costs by itself, the stages before it done."""
    contract, rules = load_contract(name), load_registry().rules
    costs: dict[str, float] = defaultdict(float)
    for program in some:
        source = decode(program.data)
        started = time.process_time()
        trees = parse(source.text)
        costs["parse"] += time.process_time() - started
        if not isinstance(trees, Trees):
            continue
        facts = Facts(trees.tree, contract)
        context = Context(program, source, PLAIN, trees, Positions(source.text, source.text), contract, facts)
        for stage in STAGES:
            started = time.process_time()
            getattr(facts, stage)
            costs[stage] += time.process_time() - started
        for rule in rules:
            if isinstance(rule, Rule | TextRule):
                started = time.process_time()
                list(rule.check(context))
                costs[f"{rule.meta.code} {rule.meta.slug}"] += time.process_time() - started
    print(f"\n{name}: milliseconds per program, by stage and rule")
    for part, cost in sorted(costs.items(), key=lambda item: -item[1]):
        print(f"  {part:36} {1000 * cost / len(some):8.4f}")


def print_warm(file: Path) -> None:
    """Wall-clock time of the whole command over all programs of a file, first without records, then with them."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "CGR_AUDIT_CACHE": folder}
        command = [sys.executable, "-c", COMMAND, "audit", str(file), "--contract", "pot", "--jobs", "1"]
        took = []
        for _ in range(4):
            started = time.perf_counter()
            subprocess.run(command, capture_output=True, check=False, env=environment)
            took.append(time.perf_counter() - started)
    warm = min(took[1:])
    print(f"\n`cgr-audit audit {file.name} --jobs 1`, wall clock: cold {took[0]:.2f} s, warm {warm:.2f} s", end="")
    print(f", {took[0] / warm:.0f} times as fast")


if __name__ == "__main__":
    sys.exit(main())
