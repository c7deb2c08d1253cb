"""``cgr-audit probe``: programs under solvers that differ only in what they answer."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.cli.audit_session import (
    DEADLINE,
    DeadlineOption,
    NoCacheOption,
    RulesFolderOption,
    Work,
    cluster_of,
    known_rules,
)
from cgr_audit.cli.contract_choice import ContractOption, OverrideOption, choose_contract, say_override
from cgr_audit.cli.destinations import require_out_file
from cgr_audit.cli.options import (
    ClusterOption,
    ExcludeOption,
    IdFieldOption,
    JobsOption,
    PathsArgument,
    SourceFieldOption,
)
from cgr_audit.cli.output import is_coloured, say, write_output
from cgr_audit.cli.probing import (
    ItemsOption,
    LimitsOption,
    RunsOption,
    ThoroughOption,
    make_prober,
    probe_paths,
    settings_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cgr_audit.audit.program_audit import ProgramAudit
    from cgr_audit.audit.rule import Meta
    from cgr_audit.execution.probe.probing import ProbeSettings
    from cgr_audit.execution.probe.program_probe import ProgramProbe

__all__ = ["ProbeTally", "command", "observed_audit"]

SHOWN = 20


def command(
    paths: PathsArgument,
    out: Annotated[
        Optional[Path],  # noqa: UP045  typer reads the annotation at run time
        typer.Option("--out", "-o", metavar="FILE", help="Write the probes here, as JSONL.", show_default=False),
    ] = None,
    items: ItemsOption = None,
    runs: RunsOption = 120,
    thorough: ThoroughOption = False,
    contract: ContractOption = "",
    override_contract: OverrideOption = False,
    format_: Annotated[
        str, typer.Option("--format", "-f", metavar="F", help="Output format: terminal, json, sarif or csv.")
    ] = "terminal",
    limits: LimitsOption = "",
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the randomness inside programs.")] = 0,
    rules: RulesFolderOption = None,
    exclude: ExcludeOption = [],  # noqa: B006  typer copies it
    source_field: SourceFieldOption = "source",
    id_field: IdFieldOption = "id",
    jobs: JobsOption = 0,
    cluster: ClusterOption = "",
    deadline: DeadlineOption = DEADLINE,
    no_cache: NoCacheOption = False,
) -> None:
    """Run programs under counterfactual solvers: does the answer follow the solver? Findings are CGR901 to CGR909.

    Programs of a trace package are probed on their own items, others on --items or on an invented item.
    Programs are not gated first; what cannot be analysed is skipped. Without --out, the format `terminal` begins with
    one line for each program.
    """
    from cgr_audit.audit.report import Audit
    from cgr_audit.cli.probe_lines import probe_lines
    from cgr_audit.errors import NothingCollectedError
    from cgr_audit.formats.interface import View
    from cgr_audit.formats.registry import find_format

    started = time.perf_counter()
    shape = find_format(format_)
    require_out_file(out)
    choice = choose_contract(paths, contract, override=override_contract)
    say_override(choice)
    terms = choice.contract
    settings = settings_of(runs, thorough=thorough, seed=seed)
    tally = ProbeTally()
    with known_rules(rules, no_cache=no_cache) as (registry, cache), cluster_of(cluster, terms, rules) as executor:
        work = Work(paths, terms, rules, jobs, deadline, source_field, id_field, exclude, executor)
        prober = make_prober(terms, limits, settings, work.jobs_of_worker, executor)
        observed = registry.chosen(("CGR90*",))
        metas = registry.metas
        with Audit(terms, observed, registry.digest) as audit:
            found = probe_paths(work, items, prober, registry, cache, audit.unreadable.append)

            def counted() -> Iterator[ProgramProbe]:
                for probe in found:
                    tally.add(probe)
                    audit.add(observed_audit(probe, metas))
                    yield probe

            def lines() -> Iterator[str]:
                for probe in counted():
                    yield from _lines(probe, settings, prober.sandbox.interpreter.digest)

            if out is not None:
                write_output(lines(), out)
            else:
                said = [text for probe in counted() for text in probe_lines(probe)]
                write_output([*said, "\n"] if said and format_ == "terminal" else [], None)
            if audit.is_empty:
                raise NothingCollectedError(f"no program found in {', '.join(paths)}")
            write_output(shape.render(audit, View(is_coloured(None))), None)
            is_complete = audit.is_complete
    tally.say_problems()
    say(tally.summary(time.perf_counter() - started))
    if not is_complete or tally.failures:
        raise typer.Exit(4)


def observed_audit(probe: ProgramProbe, metas: Mapping[str, Meta]) -> ProgramAudit:
    """The audit's record of a program with what running it showed in place of what its text says."""
    from cgr_audit.audit.excerpt import excerpts
    from cgr_audit.source.text import decode, split_lines

    findings = probe.findings(metas)
    lines = split_lines(decode(probe.program.data).text) if findings else []
    return replace(probe.audit, findings=findings, excerpts=excerpts(findings, lines))


def _lines(probe: ProgramProbe, settings: ProbeSettings, component: str) -> Iterator[str]:
    from cgr_audit.execution.probe.record import probe_records
    from cgr_audit.records.lines import encode_record

    for record in probe_records(probe, settings, component):
        yield encode_record(record).decode() + "\n"


@dataclass(slots=True)
class ProbeTally:
    """What probing came to."""

    kinds: Counter[str] = field(default_factory=Counter)
    """Programs by sensitivity."""
    made_up: int = 0
    runs: int = 0
    disagreements: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def add(self, probe: ProgramProbe) -> None:
        """Count one more program."""
        sensitivity = probe.sensitivity
        self.kinds["not probed" if sensitivity is None else sensitivity.value] += 1
        self.made_up += any(one.is_synthetic for one in probe.items)
        self.runs += sum(one.runs for one in probe.items)
        program_id = probe.program.program_id
        if probe.disagreement is not None:
            self.disagreements.append(f"{program_id}: {probe.disagreement}")
        self.failures += (f"{program_id}: {failure}" for failure in probe.failures)

    def say_problems(self) -> None:
        """Internal errors, and where probe and audit disagree, a line each."""
        for what, lines in (("internal errors", self.failures), ("disagreements", self.disagreements)):
            for line in lines[:SHOWN]:
                say(f"disagreement: {line}" if what == "disagreements" else line)
            if len(lines) > SHOWN:
                say(f"... and {len(lines) - SHOWN:,} more {what}")

    def summary(self, seconds: float) -> str:
        """One line."""
        from cgr_audit.plural import counted

        parts = ", ".join(f"{count:,} {kind}" for kind, count in self.kinds.items())
        said = [f"{counted(self.kinds.total(), 'program')}: {parts}"]
        if self.made_up:
            said.append(f"{self.made_up} on a made-up item")
        if self.disagreements:
            said.append(counted(len(self.disagreements), "disagreement"))
        return " · ".join([*said, f"{self.runs} runs", f"{seconds:.1f} s"])
