"""What probing costs, and how far it agrees with labels that were given by hand.

    python benchmarks/probe.py [--jobs N] [FOLDER ...]

Probes the labelled programs and those of the demo package. Prints per corpus: runs per program, milliseconds per run
and per program, programs per second; and for how many decided programs the probe's answer to the question whether the
solver decides anything is the label's. The label says no where its codes hold CGR201, or its provenance neither
``solver`` nor ``selected``; it says nothing if it has no provenance, or the program breaks off before it answers.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.registry import load_registry
from cgr_audit.execution.probe.item_probe import Sensitivity
from cgr_audit.execution.probe.probing import Prober, ProbeSettings
from cgr_audit.execution.probe.program_probe import ProgramProbe
from cgr_audit.execution.probe.tasks import ProbeItems, probe_all, probe_tasks
from cgr_audit.records.package import open_package
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.source.contract import Contract, load_contract
from cgr_audit.source.program import Program

CORPUS = Path(__file__).resolve().parent.parent / "corpus"
LITERAL = "CGR201"
OF_THE_SOLVER = frozenset({"solver", "selected"})


@dataclass(slots=True)
class Tally:
    """What probing a corpus came to."""

    programs: int = 0
    runs: int = 0
    seconds: float = 0.0
    cpu_s: float = 0.0
    """Of this process, on all its threads: what it takes on a machine that has nothing else to do."""
    kinds: dict[str, int] = field(default_factory=dict)
    decided: int = 0
    agreed: int = 0
    against: list[str] = field(default_factory=list)

    def add(self, probe: ProgramProbe, decides: bool | None) -> None:
        """Count one more program, and whether its label says that the solver decides something."""
        self.programs += 1
        self.runs += sum(one.runs for one in probe.items)
        sensitivity = probe.sensitivity
        kind = "not probed" if sensitivity is None else sensitivity.value
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        if decides is None or sensitivity in {None, Sensitivity.UNDECIDED}:
            return
        self.decided += 1
        if decides is (sensitivity is not Sensitivity.INSENSITIVE):
            self.agreed += 1
        else:
            self.against.append(
                f"{probe.program.program_id} ({kind}, label: {'solver' if decides else 'not the solver'})"
            )

    def lines(self, name: str) -> Iterator[str]:
        """As it is printed."""
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.kinds.items())
        yield f"{name}: {self.programs} programs: {kinds}"
        each, cpu = (1000 * spent / max(self.runs, 1) for spent in (self.seconds, self.cpu_s))
        yield f"  {self.runs / self.programs:.1f} runs per program, {each:.1f} ms per run ({cpu:.1f} ms computing)"
        rate = self.programs / self.seconds
        per_program = [1000 * spent / self.programs for spent in (self.seconds, self.cpu_s)]
        yield f"  {per_program[0]:.0f} ms per program ({per_program[1]:.0f} ms computing), {rate:.1f} programs/s"
        yield f"  agreement with the labels: {self.agreed}/{self.decided} = {self.agreed / max(self.decided, 1):.4f}"
        yield from (f"    not: {one}" for one in self.against)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", default=["labelled", "demo"], help="labelled, demo")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    contract, rules = load_contract("cgr"), load_registry().rules
    prober = Prober(Sandbox(Interpreter(), Limits(), contract), ProbeSettings())
    for name in options.corpora:
        programs, decides, items = labelled_programs(contract) if name == "labelled" else demo_programs(contract)
        tally = Tally()
        audits = [(program, audit_program(program, contract, rules)) for program in programs]
        started, used = time.perf_counter(), time.process_time()
        for probe in probe_all(probe_tasks(audits, items, contract, None), prober, options.jobs):
            tally.add(probe, decides[probe.program.program_id])
        tally.seconds, tally.cpu_s = time.perf_counter() - started, time.process_time() - used
        sys.stdout.writelines(line + "\n" for line in tally.lines(name))
    return 0


def labelled_programs(contract: Contract) -> tuple[list[Program], dict[str, bool | None], ProbeItems]:
    """The labelled programs of the contract, whether the label says that the solver decides, and their items."""
    folder = CORPUS / "labelled"
    labels = [label for label in _lines(folder / "labels.jsonl") if label["contract"] == contract.name]
    programs = [
        Program(label["program"], label["program"], (folder / "programs" / label["program"]).read_bytes())
        for label in labels
        if not label.get("not_run")
    ]
    decides = {
        label["program"]: _decides([found["code"] for found in label["codes"]], label["provenance"]) for label in labels
    }
    return programs, decides, ProbeItems(contract, thorough=False)


def demo_programs(contract: Contract) -> tuple[list[Program], dict[str, bool | None], ProbeItems]:
    """The same of the demo package."""
    package = open_package(CORPUS / "demo")
    programs = [
        Program(
            one.program_id, one.program_id, package.program_bytes(one), {"dataset": one.dataset, "item_id": one.item_id}
        )
        for one in package.programs
    ]
    decides = {}
    for label in _lines(package.folder / "labels.jsonl"):
        codes = {found["code"] for found in label["findings"]} | set(label["more"])
        unknown = codes & {"CGR203", "CGR206", "CGR207"}
        decides[label["program_id"]] = False if LITERAL in codes else None if unknown else True
    return programs, decides, ProbeItems(contract, packages=[package], thorough=False)


def _decides(codes: Iterable[str], provenance: Iterable[str] | None) -> bool | None:
    if LITERAL in codes and not OF_THE_SOLVER & set(provenance or ()):
        return False
    return None if provenance is None else bool(OF_THE_SOLVER & set(provenance)) if provenance else None


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, path.read_text("utf-8").splitlines())


if __name__ == "__main__":
    raise SystemExit(main())
