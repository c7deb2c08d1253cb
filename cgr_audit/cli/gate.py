"""``cgr-audit gate``: a verdict for each program."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.cli.audit_session import (
    DEADLINE,
    DeadlineOption,
    NoCacheOption,
    RulesFolderOption,
    Work,
    audit_programs,
    cluster_of,
    known_rules,
    start_children,
)
from cgr_audit.cli.contract_choice import (
    ContractOption,
    OverrideOption,
    choose_contract,
    note_contract_hint,
    say_override,
)
from cgr_audit.cli.options import (
    ClusterOption,
    ExcludeOption,
    IdFieldOption,
    JobsOption,
    SourceFieldOption,
)
from cgr_audit.cli.probing import ItemsOption, ProgramsByAudit, probed_verdicts

if TYPE_CHECKING:
    from cgr_audit.audit.finding import Severity
    from cgr_audit.audit.report import Audit
    from cgr_audit.gate.policy import Decision
    from cgr_audit.gate.verdict import Verdict

__all__ = ["command"]


class FailOn(StrEnum):
    """From which verdict on programs make the exit code 1."""

    NEVER = "never"
    REFUSED = "refused"
    OBSERVE = "observe"

    @property
    def severity(self) -> Severity | None:
        """The severity that formats show such a verdict with."""
        from cgr_audit.audit.finding import Severity

        return {FailOn.NEVER: None, FailOn.REFUSED: Severity.ERROR, FailOn.OBSERVE: Severity.WARNING}[self]


def command(
    paths: Annotated[
        Optional[list[str]],  # noqa: UP045  typer reads the annotation at run time
        typer.Argument(metavar="PATH...", help="Programs, as `audit` takes them.", show_default=False),
    ] = None,
    policy: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FILE", help="A policy file instead of the built-in one.", show_default=False),
    ] = None,
    out: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--out", "-o", metavar="FILE", help="Write the verdicts here, as JSONL.", show_default=False),
    ] = None,
    format_: Annotated[
        str,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help="For standard output: jsonl, terminal, concise, json, sarif, csv, github, gitlab, junit, html or "
            "markdown. By default terminal in a terminal; elsewhere jsonl, or nothing with --out.",
            show_default=False,
        ),
    ] = "",
    fail_on: Annotated[
        FailOn, typer.Option(help="Exit with 1 on programs with this verdict or a stricter one.")
    ] = FailOn.OBSERVE,
    probe: Annotated[
        bool,
        typer.Option("--probe", help="Also probe the programs that would be approved; what the probe finds counts."),
    ] = False,
    items: ItemsOption = None,
    print_policy: Annotated[bool, typer.Option("--print-policy", help="Print the policy and stop.")] = False,
    contract: ContractOption = "",
    override_contract: OverrideOption = False,
    rules: RulesFolderOption = None,
    exclude: ExcludeOption = [],  # noqa: B006  typer copies it
    source_field: SourceFieldOption = "source",
    id_field: IdFieldOption = "id",
    jobs: JobsOption = 0,
    cluster: ClusterOption = "",
    deadline: DeadlineOption = DEADLINE,
    no_cache: NoCacheOption = False,
) -> None:
    """Give each program a verdict: approved, observe or refused. Suppressions and baselines are ignored.

    Exit code 1: a program is not approved (see --fail-on); 2: usage error; 3: no program found; 4: incomplete.
    """
    start_children(no_cache=no_cache)
    from cgr_audit.audit.report import Audit
    from cgr_audit.cli.destinations import require_out_file
    from cgr_audit.cli.option_counts import OptionCounts
    from cgr_audit.cli.output import say, say_end, say_notices, say_problems, show
    from cgr_audit.cli.verdict_output import require_verdict_format, write_verdicts
    from cgr_audit.configuration_file import read_text
    from cgr_audit.errors import UsageError
    from cgr_audit.gate.policy import default_policy_text, load_policy
    from cgr_audit.gate.verdict import Gate

    started = time.perf_counter()
    with known_rules(rules, no_cache=no_cache) as (registry, cache):
        judged_by = load_policy(policy, registry)
        if print_policy:
            show((default_policy_text() if policy is None else read_text(policy, "the policy")).removesuffix("\n"))
            return
        if not paths:
            raise UsageError("gate needs at least one PATH; see `cgr-audit gate --help`")
        require_out_file(out)
        shape = require_verdict_format(format_, out)
        choice = choose_contract(paths, contract, override=override_contract, takes_several=not probe, judges=True)
        say_override(choice)
        terms = choice.contract
        if items is not None and not probe:
            raise UsageError("--items says what programs are probed on: give --probe as well")
        work = Work(paths, terms, rules, jobs, deadline, source_field, id_field, exclude, by_path=choice.by_path)
        options = OptionCounts(paths, work.contract_of)
        gate = Gate(judged_by, registry.digest, terms.digest)
        tally = _Tally()
        summary = partial(_summary, tally, probe=probe)
        failures: list[str] = []
        with cluster_of(cluster, terms, rules) as executor, Audit(terms, registry.rules, registry.digest) as audit:
            work = replace(work, executor=executor)
            programs = ProgramsByAudit(options.see) if probe else None
            audit_programs(work, audit, cache, see=options.see if programs is None else programs.see)
            verdicts = gate.judge_all(audit, options.of, lambda program_id: work.contract_of(program_id).digest)
            if programs is not None:
                verdicts = probed_verdicts(work, gate, audit, options.of, programs, items, registry, failures)
            note_contract_hint(audit, paths)
            write_verdicts(_counted(verdicts, tally), audit, judged_by, out, shape, fail_on.severity, summary)
            _renew_listing(paths, out)
            say_problems(audit)
            say_notices(audit)
            took = time.perf_counter() - started
            say_end(audit, paths, f"{summary()} · {took:.1f} s")
            for failure in failures:
                say(failure)
            code = 4 if failures else _exit_code(audit, tally.decisions, fail_on)
    if code:
        raise typer.Exit(code)


def _renew_listing(paths: Sequence[str], out: Path | None) -> None:
    """Renew what a package's manifest lists of its verdicts, where these were written: else it would not open."""
    from cgr_audit.cli.output import say
    from cgr_audit.records.writing import renew_listing

    for path in paths:
        own = Path(path) / "verdicts.jsonl"
        if out is None or os.path.realpath(out) != os.path.realpath(own):
            continue
        if (own.parent / "manifest.json").is_file() and renew_listing(own):
            say(f"{own.parent / 'manifest.json'}: renewed the digest of {own.name}")


@dataclass(slots=True)
class _Tally:
    """What the verdicts came to."""

    decisions: Counter[Decision] = field(default_factory=Counter)
    probed: int = 0


def _counted(verdicts: Iterable[Verdict], tally: _Tally) -> Iterator[Verdict]:
    """The verdicts, each counted on its way."""
    for verdict in verdicts:
        tally.decisions[verdict.verdict] += 1
        tally.probed += verdict.probed is not None
        yield verdict


def _summary(tally: _Tally, *, probe: bool) -> str:
    from cgr_audit.gate.policy import Decision
    from cgr_audit.plural import counted

    parts = ", ".join(f"{tally.decisions[decision]:,} {decision.value}" for decision in Decision)
    how = f"{tally.probed:,} probed" if probe else "not probed"
    return f"{counted(tally.decisions.total(), 'program')}: {parts} · {how}"


def _exit_code(audit: Audit, decisions: Counter[Decision], fail_on: FailOn) -> int:
    from cgr_audit.gate.policy import Decision

    if not audit.is_complete:
        return 4
    if audit.is_empty:
        return 3
    failing = {
        FailOn.NEVER: 0,
        FailOn.REFUSED: decisions[Decision.REFUSED],
        FailOn.OBSERVE: decisions[Decision.REFUSED] + decisions[Decision.OBSERVE],
    }
    return 1 if failing[fail_on] else 0
