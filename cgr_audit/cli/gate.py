"""``cgr-audit gate``: a verdict for each program."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.cli.auditing import (
    DeadlineOption,
    NoCacheOption,
    RulesFolderOption,
    Work,
    audit_programs,
    known_rules,
    start_children,
)
from cgr_audit.cli.options import (
    ContractOption,
    IdFieldOption,
    JobsOption,
    OutOption,
    SourceFieldOption,
)

if TYPE_CHECKING:
    from cgr_audit.audit.report import Audit
    from cgr_audit.gate.policy import Decision
    from cgr_audit.gate.verdict import Verdict

__all__ = ["command"]


def command(
    paths: Annotated[
        Optional[list[str]],  # noqa: UP045  typer reads the annotation at run time
        typer.Argument(metavar="PATH...", help="Programs, as `audit` takes them.", show_default=False),
    ] = None,
    policy: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FILE", help="A policy file instead of the built-in one.", show_default=False),
    ] = None,
    out: OutOption = None,
    print_policy: Annotated[bool, typer.Option("--print-policy", help="Print the policy and stop.")] = False,
    contract: ContractOption = "cgr",
    rules: RulesFolderOption = None,
    source_field: SourceFieldOption = "source",
    id_field: IdFieldOption = "id",
    jobs: JobsOption = 1,
    deadline: DeadlineOption = 60.0,
    no_cache: NoCacheOption = False,
) -> None:
    """Judge programs: approved, observe or refused. Suppressions and baselines count for nothing here.

    Exit code 1: a program is not approved; 2: wrong usage; 3: no program found; 4: incomplete.
    """
    start_children(no_cache=no_cache)
    from cgr_audit.audit.report import Audit
    from cgr_audit.cli.destinations import require_out_file
    from cgr_audit.cli.option_counts import OptionCounts
    from cgr_audit.cli.output import say, say_problems, write_output
    from cgr_audit.errors import UsageError
    from cgr_audit.gate.policy import default_policy_text, load_policy
    from cgr_audit.gate.verdict import Gate
    from cgr_audit.source.contract import load_contract

    started = time.perf_counter()
    with known_rules(rules, no_cache=no_cache) as (registry, cache):
        judged_by = load_policy(policy, registry)
        if print_policy:
            typer.echo(default_policy_text() if policy is None else policy.read_text("utf-8"), nl=False)
            return
        if not paths:
            raise UsageError("gate needs at least one PATH; see `cgr-audit gate --help`")
        require_out_file(out)
        terms = load_contract(contract)
        options = OptionCounts(paths, terms)
        work = Work(paths, source_field, id_field, terms, rules, jobs, deadline)
        gate = Gate(judged_by, registry.digest, terms.digest)
        decisions: Counter[Decision] = Counter()
        with Audit(terms, registry.rules, registry.digest) as audit:
            audit_programs(work, audit, cache, see=options.see)
            write_output(_lines(gate.judge_all(audit, options.of), decisions), out)
            say_problems(audit)
            took = time.perf_counter() - started
            say(f"no program found in {', '.join(paths)}" if audit.is_empty else _summary(decisions, took))
            code = _exit_code(audit, decisions)
    if code:
        raise typer.Exit(code)


def _lines(verdicts: Iterable[Verdict], decisions: Counter[Decision]) -> Iterator[str]:
    """The verdicts as they are written, each counted on its way."""
    from cgr_audit.gate.verdict import verdict_record

    for verdict in verdicts:
        decisions[verdict.verdict] += 1
        yield json.dumps(verdict_record(verdict)) + "\n"


def _summary(decisions: Counter[Decision], seconds: float) -> str:
    from cgr_audit.gate.policy import Decision
    from cgr_audit.plural import counted

    parts = ", ".join(f"{decisions[decision]:,} {decision.value}" for decision in Decision)
    return f"{counted(decisions.total(), 'program')}: {parts} · {seconds:.1f} s"


def _exit_code(audit: Audit, decisions: Counter[Decision]) -> int:
    from cgr_audit.gate.policy import Decision

    if not audit.is_complete:
        return 4
    if audit.is_empty:
        return 3
    return 1 if decisions.total() > decisions[Decision.APPROVED] else 0
