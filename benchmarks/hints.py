"""How well hints in prompts are distinguished from prompts that only look like them.

    python -m benchmarks.hints [--thorough] [--show] [--corpora]

Audits and probes the pairs of ``corpus/hints/pairs.toml``: of each pair one program tells the solver an answer, the
other does not. Prints precision and recall of CGR205 (with CGR204, which names the same thing where the letter is the
generator's), of CGR908 and of both together, how many of each confidence, and which programs are judged wrongly.
``--show`` prints every finding. ``--corpora`` reads the honest, demo and labelled programs instead, which have no such
labels: it prints where the audit and the probe differ, and how many runs were made.
"""

from __future__ import annotations

import argparse
import json
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.honest import HONEST
from benchmarks.honest import SETS as HONEST_SETS
from benchmarks.probe import demo_programs, labelled_programs
from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.finding import Finding
from cgr_audit.audit.registry import load_registry
from cgr_audit.execution.observed import Observed
from cgr_audit.execution.probe.probing import Prober, ProbeSettings
from cgr_audit.execution.probe.tasks import ProbeItems, probe_all, probe_tasks
from cgr_audit.records.rows import Item, from_record
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.source.collect import collect
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

CORPUS = Path(__file__).resolve().parent.parent / "corpus"
STATIC = frozenset({"CGR204", "CGR205"})
AROUND = """\
def solve(item, question, options, exp_config):
    letters = [option["id"] for option in options]
    listing = "\\n".join(f"{{option['id']}}. {{option['text']}}" for option in options)
{body}
    return extract_answer(reply), "C", 4
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """One program of a pair, and whether it gives an answer away."""

    name: str
    is_hint: bool
    source: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A program, and what is reported of its prompts."""

    pair: Pair
    static: tuple[Finding, ...]
    observed: tuple[Finding, ...]
    runs: int


def pairs() -> Iterator[Pair]:
    """Every program of the corpus, the two of a pair together."""
    for name, pair in tomllib.loads((CORPUS / "hints" / "pairs.toml").read_text("utf-8")).items():
        for kind in ("hint", "twin"):
            source = AROUND.format(body=textwrap.indent(pair[kind].strip("\n"), "    "))
            yield Pair(f"{name}/{kind}", kind == "hint", source)


def judge(chosen: Sequence[Pair], *, thorough: bool = False) -> Iterator[Judged]:
    """Audit and probe each program on the one item that the pairs are written for."""
    contract = load_contract("cgr")
    programs = [Program(pair.name, pair.name, pair.source.encode()) for pair in chosen]
    probes = _probed(programs, ProbeItems(contract, items=[honest_item()], thorough=thorough), thorough=thorough)
    for pair, (static, observed, runs) in zip(chosen, probes, strict=True):
        yield Judged(pair, static, observed, runs)


def honest_item() -> Item:
    """The item that pairs and honest programs are written for."""
    record = json.loads((HONEST / "item.json").read_text("utf-8"))
    return from_record(Item, {**record, "correct_ids": ["B"]})


def _probed(
    programs: Sequence[Program], items: ProbeItems, *, thorough: bool
) -> Iterator[tuple[tuple[Finding, ...], tuple[Finding, ...], int]]:
    """What the audit and the probe find in the prompts of each program, and in how many runs."""
    contract, rules = load_contract("cgr"), load_registry().rules
    prober = Prober(Sandbox(Interpreter(), Limits(), contract), ProbeSettings(thorough=thorough))
    metas = {rule.meta.code: rule.meta for rule in rules}
    audits = [(program, audit_program(program, contract, rules)) for program in programs]
    for probe in probe_all(probe_tasks(audits, items, contract, None), prober, 1):
        static = tuple(one for one in probe.audit.findings if one.code in STATIC)
        observed = tuple(one for one in probe.findings(metas) if one.code == Observed.CONSTANT_HINT)
        yield static, observed, sum(one.runs for one in probe.items)


def _print_corpora(*, thorough: bool) -> int:
    contract = load_contract("cgr")
    folders = [str(HONEST / name) for name in HONEST_SETS]
    honest = [one for one in collect(folders, base=HONEST) if isinstance(one, Program)]
    demo, _, own = demo_programs(contract)
    labelled, _, made_up = labelled_programs(contract)
    corpora = {
        "honest": (honest, ProbeItems(contract, items=[honest_item()], thorough=thorough)),
        "demo": (demo, own),
        "labelled": (labelled, made_up),
    }
    for name, (programs, items) in corpora.items():
        runs = both = 0
        print(f"{name}: {len(programs)} programs")
        probed = _probed(programs, items, thorough=thorough)
        for program, (static, observed, count) in zip(programs, probed, strict=True):
            runs += count
            both += bool(static and observed)
            if bool(static) != bool(observed):
                said = "audit only" if static else "probe only"
                print(f"  {said}: {program.program_id}: {(*static, *observed)[0].message}")
        print(f"  both: {both}; {runs} runs of the probe")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--thorough", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--corpora", action="store_true")
    options = parser.parse_args(arguments)
    if options.corpora:
        return _print_corpora(thorough=options.thorough)
    judged = list(judge(list(pairs()), thorough=options.thorough))
    hints = sum(one.pair.is_hint for one in judged)
    print(f"{hints} hints, {len(judged) - hints} twins, {sum(one.runs for one in judged)} runs of the probe")
    _print("static", judged, lambda one: one.static)
    _print("observed", judged, lambda one: one.observed)
    _print("both", judged, lambda one: (*one.static, *one.observed))
    if options.show:
        for one in judged:
            for found in (*one.static, *one.observed):
                print(f"{one.pair.name:28} {found.code} {found.confidence:8} {found.message}")
    return 0


def _print(what: str, judged: Sequence[Judged], of: Any) -> None:
    found = [one for one in judged if of(one)]
    right = [one for one in found if one.pair.is_hint]
    hints = sum(one.pair.is_hint for one in judged)
    precision = f"{len(right) / len(found):.2f}" if found else "-"
    high = sum(any(finding.confidence == "high" for finding in of(one)) for one in right)
    print(
        f"{what}: precision {precision}, recall {len(right) / hints:.2f} ({high} of {len(right)} with high confidence)"
    )
    print(f"  missed: {', '.join(one.pair.name for one in judged if one.pair.is_hint and not of(one)) or 'none'}")
    print(f"  wrong: {', '.join(one.pair.name for one in found if not one.pair.is_hint) or 'none'}")


if __name__ == "__main__":
    raise SystemExit(main())
