"""How often a run says where its answer comes from, and whether that is what the labels say.

    python -m benchmarks.executed_provenance [--jobs N] [NAME ...]

Runs every labelled program under 20 scripted solvers (once where it queries none), on an item with four options, and
decides each completed run that gave an answer. Prints the share that is decided, per class and per family of programs,
the agreement of what is decided with what is known, in three parts, and every disagreement. The exit code is 1 where
there is one. The label of a program is the set of sources that its answer has over all its paths, written by hand.

* Labels of one source: every run of the program must say that source. It sees a wrong class of the whole program; it
  does not see a wrong narrowing, for there is nothing to narrow.
* Labels of several sources: a run must say one of them. It sees a class that the program never has; it does not see
  one of the program's classes said of the wrong run.
* Oracles: programs written by hand for the tests, and others drawn from steps of known meaning, that print the source
  of each run themselves. They see a class said of the wrong run; but only for the ways of writing programs that whoever
  wrote the steps had in mind. Where they print that several words fit, nothing is compared.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from cgr_audit.execution.paths import assisted_path
from cgr_audit.execution.provenance import UNDETERMINED, executed_source, read_program
from cgr_audit.records.rows import Channel, Item, RowKey
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.sandbox.threads import map_in_order
from cgr_audit.solvers.interface import CallOrigin
from cgr_audit.solvers.spec import parse_solver_spec
from cgr_audit.source.contract import load_contract

LABELLED = Path(__file__).resolve().parent.parent / "corpus" / "labelled"
TESTS = Path(__file__).resolve().parent.parent / "tests" / "execution"
PLANTED = 100
"""How many programs are drawn."""

SOLVERS = (
    *(f"constant:{letter}" for letter in "ABCD"),
    "constant:Answer: C",
    "constant:(B) is right, because the others are not.",
    "constant:The correct option is D because of its size.",
    "constant:yes",
    "constant:no",
    "constant:yes, true, the answer is B. DONE",
    "constant:7",
    "constant:the longest option of all of them",
    'constant:{"answer": "C", "letter": "C", "confidence": 0.9}',
    "constant:nothing to say",
    "constant:",
    "cycle:A|B|C|D",
    "cycle:|no idea|D",
    "cycle:yes|no|A|nothing",
    "cycle:A. 95%|B. 20%|B. 80%",
    "seeded:3",
)
"""Letters, wordings, yes and no, numbers, texts, nothing to extract, and answers that change from call to call."""

TEXTS = ("the first one", "number 4", "the longest option of all of them", "pancreas")
ITEM = Item(
    "item-4",
    "anatomy",
    "Why does a volt-meter (V) need a high resistance, except in bridges?",
    tuple({"id": letter, "text": text} for letter, text in zip("ABCD", TEXTS, strict=True)),
    ("B",),
)


@dataclass(slots=True)
class Tally:
    """What the runs of a corpus came to."""

    runs: int = 0
    answered: int = 0
    by_source: Counter[str] = field(default_factory=Counter)
    by_family: dict[str, Counter[bool]] = field(default_factory=dict)
    agreed: dict[str, Counter[bool]] = field(default_factory=dict)
    """By what is known of the truth."""
    against: list[str] = field(default_factory=list)
    open_programs: Counter[str] = field(default_factory=Counter)
    """Programs with undetermined runs, and how many."""

    def add(self, one: Decided) -> None:
        """Count one run."""
        self.runs += 1
        if one.source is None:
            return
        self.answered += 1
        self.by_source[one.source] += 1
        decided = one.source != UNDETERMINED
        self.by_family.setdefault(one.program.partition("/")[0], Counter())[decided] += 1
        if not decided:
            self.open_programs[one.program] += 1
        elif one.label:
            agrees = one.source in one.label
            self.agreed.setdefault(one.known, Counter())[agrees] += 1
            if not agrees:
                self.against.append(
                    f"{one.program} under {one.solver}: {one.answer} decided {one.source}, truth {sorted(one.label)}"
                )

    def lines(self) -> Iterator[str]:
        """As it is printed."""
        yield f"{self.runs} runs, {self.answered} of them completed with an answer"
        decided = self.answered - self.by_source[UNDETERMINED]
        yield f"decided: {decided} of {self.answered}, {100 * decided / max(self.answered, 1):.2f} %"
        yield from (f"  {source}: {count}" for source, count in self.by_source.most_common())
        for family, counts in sorted(self.by_family.items()):
            yield f"  family {family}: {counts[True]} of {counts.total()}, {100 * counts[True] / counts.total():.1f} %"
        for known, counts in sorted(self.agreed.items()):
            share = 100 * counts[True] / counts.total()
            yield f"agreement where decided, {known}: {counts[True]} of {counts.total()}, {share:.2f} %"
        yield from (f"  not: {one}" for one in self.against)


@dataclass(frozen=True, slots=True)
class Decided:
    """One run, and where its answer comes from."""

    program: str
    solver: str
    answer: str | None
    source: str | None
    """Nothing if the run did not complete or gave no answer."""
    label: frozenset[str] | None
    """What it may be; nothing if that is left open."""
    known: str
    """How well that is known."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, decide and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chosen", nargs="*", metavar="NAME", help="families or programs, such as integrity/each_option")
    parser.add_argument("--jobs", type=int, default=2, help="how many programs run at once")
    parser.add_argument("--open", action="store_true", help="list the programs with undetermined runs")
    options = parser.parse_args(arguments)
    named = tuple(options.chosen) or ("",)
    tally = Tally()
    chosen = [one for one in _labelled_programs() if one.program.startswith(named) and one.is_run]
    for runs in map_in_order(decided_runs, chosen, options.jobs):
        for one in runs:
            tally.add(one)
    for runs in map_in_order(oracle_runs, _oracles(named), options.jobs):
        for one in runs:
            tally.add(one)
    sys.stdout.writelines(line + "\n" for line in tally.lines())
    if options.open:
        sys.stdout.writelines(f"  open: {count:3} {name}\n" for name, count in tally.open_programs.most_common())
    return 1 if tally.against else 0


def decided_runs(labelled: Any) -> list[Decided]:
    """Run one labelled program under every solver."""
    contract = load_contract(labelled.contract)
    sandbox = Sandbox(_interpreter(contract.imports.profile), Limits(fuel=3 * 10**9), contract)
    program = labelled.runnable
    reading = read_program(program, contract)
    decided = []
    for spec in SOLVERS if contract.solver.is_used else SOLVERS[:1]:
        key = RowKey(ITEM.dataset, ITEM.item_id, spec, labelled.program, 0)
        result = assisted_path(sandbox, program, ITEM, parse_solver_spec(spec), key, arguments=labelled.arguments)
        source = None
        if result.outcome == "completed" and result.answer is not None:
            source = executed_source(reading, result)
        known = "label of one source" if len(labelled.provenance or ()) == 1 else "label of several sources"
        decided.append(Decided(labelled.program, spec, result.answer, source, labelled.provenance, known))
    return decided


def oracle_runs(oracle: tuple[str, str]) -> list[Decided]:
    """Run one program that prints its truth under every solver."""
    name, text = oracle
    contract, program = load_contract("cgr"), text.encode()
    sandbox = Sandbox(_interpreter(contract.imports.profile), Limits(fuel=3 * 10**9), contract)
    reading = read_program(program, contract)
    decided = []
    for spec in SOLVERS:
        key = RowKey(ITEM.dataset, ITEM.item_id, spec, name, 0)
        result = assisted_path(sandbox, program, ITEM, parse_solver_spec(spec), key)
        origin = CallOrigin(key, Channel.ASSISTED, 1)  # a seeded solver answers by whose call it is
        again = sandbox.run(program, ITEM.for_sandbox(), parse_solver_spec(spec), 0, origin=origin)
        printed = again.output.split()
        if result.outcome != "completed" or result.answer is None or not printed:
            decided.append(Decided(name, spec, result.answer, None, None, "oracle"))
            continue
        source = executed_source(reading, result)
        truth = None if printed[-1] == "unknown" else frozenset((printed[-1],))
        decided.append(Decided(name, spec, result.answer, source, truth, "oracle"))
    return decided


def _oracles(named: tuple[str, ...]) -> list[tuple[str, str]]:
    """Name and source of the tests' oracle programs, which are no part of any package."""
    sys.path.insert(0, str(TESTS))
    written = importlib.import_module("hand_written_oracles").HAND_WRITTEN
    drawn = importlib.import_module("planted_oracle").sampled_programs(PLANTED)
    oracles = [(f"oracle written/{name}", program) for name, program in written]
    oracles += [(f"oracle planted/{number}", program) for number, program in enumerate(drawn)]
    return [(name, program) for name, program in oracles if name.startswith(named)]


def _labelled_programs() -> list[Any]:
    """Those of the corpus, whose reader stands beside it and is no part of any package."""
    sys.path.insert(0, str(LABELLED))
    labelled_programs = importlib.import_module("labelled_programs").labelled_programs

    return list(labelled_programs())


@cache
def _interpreter(profile: str) -> Interpreter:
    return Interpreter(profile)


if __name__ == "__main__":
    raise SystemExit(main())
