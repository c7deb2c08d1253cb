"""What an audit costs, in processor time, beside a loop that only calls ``libcst.parse_module`` on the same texts.

    python -m benchmarks.speed [--data FOLDER] [--pot 2000] [--rounds 3] [--scaffolds 10000]

Measures ``adas``, the first programs of ``pot``, the labelled programs and those of the demo in several rounds, of
which the best counts: ``audit_program`` in this process with every rule, and the whole command ``cgr-audit audit
--jobs 1 --no-cache`` with its start-up and all its processes. Then every stage and rule by itself, and the wall-clock
time of a cold and a warm command over all ``pot`` and over scaffolds (the demo's, each made different by a comment of
its own). Commands run as in an installed package, with Python's compiled files kept from an untimed run.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import libcst

from benchmarks.processes import adopt_orphans, as_installed, cost_of
from benchmarks.scaling import write_scaffolds
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
CORPUS = Path(__file__).resolve().parent.parent / "corpus"
STAGES = ("index", "scopes", "dotted_names", "entry", "provenance", "call_bound", "call_graph", "solver_calls")
COMMAND = "from cgr_audit.cli.main import main; main()"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--pot", type=int, default=2_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scaffolds", type=int, default=10_000)
    options = parser.parse_args()
    published = {name: options.data / name / "programs.jsonl" for name in ("adas", "pot")}
    for file in published.values():
        if not file.is_file():
            print(f"no {file}; --data or CGR_AUDIT_DATA names the data folder", file=sys.stderr)
            return 2
    corpora = published | {"labelled": CORPUS / "labelled" / "programs", "demo": CORPUS / "demo"}
    adopt_orphans()
    with tempfile.TemporaryDirectory() as folder:
        environment = as_installed(Path(folder) / "compiled")
        print_costs_of_audits(corpora, options, Path(folder), environment)
        scaffolds = Path(folder) / "scaffolds.jsonl"
        write_scaffolds(scaffolds, options.scaffolds)
        print_warm(published["pot"], "pot", environment)
        print_warm(scaffolds, "cgr", environment)
    return 0


def print_costs_of_audits(
    corpora: dict[str, Path], options: argparse.Namespace, folder: Path, environment: dict[str, str]
) -> None:
    """Each way of going over the programs, and each stage and rule."""
    totals: Counter[str] = Counter()
    chosen: dict[str, list[Program]] = {}
    first = folder / "pot.jsonl"
    with corpora["pot"].open(encoding="utf-8") as lines:
        first.write_text("".join(islice(lines, options.pot)), "utf-8")
    for name, path in {**corpora, "pot": first}.items():
        chosen[name] = programs(path)
        command_seconds(contract_of(name), path, environment)
        costs = measure(contract_of(name), chosen[name], path, options.rounds, environment)
        totals.update(costs)
        print_costs(f"{name}, {len(chosen[name])} programs", costs, len(chosen[name]))
    print_costs("together", totals, sum(map(len, chosen.values())))
    for name, some in chosen.items():
        print_table(name, some)


def contract_of(corpus: str) -> str:
    """The built-in contract that the programs of a corpus are held to."""
    return corpus if corpus in {"adas", "pot"} else "cgr"


def programs(file: Path) -> list[Program]:
    """The programs of a file or folder, in order."""
    return [found for found in collect([str(file)]) if isinstance(found, Program)]


def measure(
    contract_name: str, some: list[Program], file: Path, rounds: int, environment: dict[str, str]
) -> Counter[str]:
    """Processor seconds of each way; the best of the rounds, which take turns."""
    contract, rules = load_contract(contract_name), load_registry().rules
    texts = [decode(program.data).text for program in some]
    ways: dict[str, Callable[[], float]] = {
        "libcst.parse_module": lambda: seconds(lambda: [parsed_by_libcst(text) for text in texts]),
        "audit in this process": lambda: seconds(lambda: [audit_program(one, contract, rules) for one in some]),
        "whole command": lambda: command_seconds(contract_name, file, environment),
    }
    found = [{way: cost() for way, cost in ways.items()} for _ in range(rounds)]
    return Counter({way: min(one[way] for one in found) for way in ways})


def parsed_by_libcst(text: str) -> object:
    """The tree that libcst makes; nothing if it refuses the text."""
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


def command_seconds(contract: str, file: Path, environment: dict[str, str]) -> float:
    """Processor time of the command and of all processes that it starts, the server they are forked from included."""
    arguments = ("audit", str(file), "--contract", contract, "--format", "json", "--jobs", "1", "--no-cache")
    return cost_of((sys.executable, "-c", COMMAND, *arguments), environment).cpu


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
    contract, rules = load_contract(contract_of(name)), load_registry().rules
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


def print_warm(file: Path, contract: str, environment: dict[str, str]) -> None:
    """Wall-clock time of the whole command over all programs of a file, first without records, then with them."""
    command = (sys.executable, "-c", COMMAND, "audit", str(file), "--contract", contract, "--jobs", "1")
    with tempfile.TemporaryDirectory() as folder:
        took = [cost_of(command, {**environment, "CGR_AUDIT_CACHE": folder}) for _ in range(4)]
    cold, warm = took[0], min(took[1:], key=lambda cost: cost.wall)
    count = sum(1 for _ in file.open("rb"))
    print(f"\n`cgr-audit audit --jobs 1`, {count} programs of {file.name} under {contract}")
    print(f"  wall clock: cold {cold.wall:.2f} s, warm {warm.wall:.2f} s, {cold.wall / warm.wall:.0f} times as fast")
    print(f"  processor time: cold {cold.cpu:.2f} s, warm {warm.cpu:.2f} s, {cold.cpu / warm.cpu:.0f} times as fast")


if __name__ == "__main__":
    sys.exit(main())
