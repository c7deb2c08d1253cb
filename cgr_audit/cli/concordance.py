"""``cgr-audit concordance``: what the audit says of programs compared with what running them shows."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from cgr_audit.cli.audit_session import DEADLINE, DeadlineOption, NoCacheOption, RulesFolderOption, Work, known_rules
from cgr_audit.cli.contract_choice import ContractOption, OverrideOption, choose_contract, say_override
from cgr_audit.cli.options import ExcludeOption, IdFieldOption, JobsOption, PathsArgument, SourceFieldOption
from cgr_audit.cli.output import say
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
    from cgr_audit.execution.concordance import Concordance
    from cgr_audit.source.collected import Unreadable
    from cgr_audit.tables.table import Table

__all__ = ["command", "concordance_tables"]


def command(
    paths: PathsArgument,
    items: ItemsOption = None,
    runs: RunsOption = 120,
    thorough: ThoroughOption = False,
    contract: ContractOption = "",
    override_contract: OverrideOption = False,
    limits: LimitsOption = "",
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the randomness inside programs.")] = 0,
    rules: RulesFolderOption = None,
    exclude: ExcludeOption = [],  # noqa: B006  typer copies it
    source_field: SourceFieldOption = "source",
    id_field: IdFieldOption = "id",
    jobs: JobsOption = 0,
    deadline: DeadlineOption = DEADLINE,
    no_cache: NoCacheOption = False,
) -> None:
    """Compare the static answer-integrity rules and call bounds with a probe; list every disagreement."""
    from cgr_audit.cli.packages import show_table
    from cgr_audit.cli.probe import ProbeTally
    from cgr_audit.errors import NothingCollectedError
    from cgr_audit.execution.concordance import Concordance

    started = time.perf_counter()
    choice = choose_contract(paths, contract, override=override_contract)
    say_override(choice)
    terms = choice.contract
    settings = settings_of(runs, thorough=thorough, seed=seed)
    prober = make_prober(terms, limits, settings, jobs)
    work = Work(paths, terms, rules, jobs, deadline, source_field, id_field, exclude)
    unreadable: list[Unreadable] = []
    concordance, tally = Concordance(), ProbeTally()
    with known_rules(rules, no_cache=no_cache) as (registry, cache):
        for probe in probe_paths(work, items, prober, registry, cache, unreadable.append):
            concordance.add(probe)
            tally.add(probe)
    if not concordance.programs and not unreadable:
        raise NothingCollectedError(f"no program found in {', '.join(paths)}")
    for table in concordance_tables(concordance):
        show_table(table)
    for lost in unreadable:
        say(f"{lost.path}: {lost.reason}")
    for failure in tally.failures:
        say(failure)
    say(tally.summary(time.perf_counter() - started))
    if unreadable or tally.failures:
        raise typer.Exit(4)


def concordance_tables(concordance: Concordance) -> list[Table]:
    """The comparison as tables: rules, call bounds, disagreements."""
    return [_rules(concordance), _calls(concordance), _disagreements(concordance)]


def _rules(concordance: Concordance) -> Table:
    from cgr_audit.tables.table import Column, Kind, Table

    records = tuple(
        {
            "code": row.code,
            "flagged": row.flagged,
            "confirmed": row.confirmed,
            "precision": row.precision,
            "shown": row.shown,
            "found": row.found,
            "recall": row.recall,
        }
        for row in concordance.rules.values()
    )
    note = (
        f"{concordance.probed} of {concordance.programs} programs were probed. CGR201: the answer stayed the same "
        "under all solvers, and neither generator nor item was seen to decide it; each code counts in its recall. "
        "CGR203: a planted generator letter changed the answer. CGR206 and CGR207: an item fixed the answer; either, "
        "or CGR210, counts in the recall of both."
    )
    columns = (
        Column("code", "rule"),
        Column("flagged", "found", Kind.COUNT),
        Column("confirmed", "confirmed by the probe", Kind.COUNT),
        Column("precision", "precision", Kind.SHARE),
        Column("shown", "shown by the probe", Kind.COUNT),
        Column("found", "found of them", Kind.COUNT),
        Column("recall", "recall", Kind.SHARE),
    )
    return Table("concordance", "Static rules against the probe", note, columns, records)


def _calls(concordance: Concordance) -> Table:
    from cgr_audit.tables.table import Column, Kind, Table

    calls = concordance.calls
    note = "The most calls of any run under any tried solver and the static call bound, per program and item."
    records = ({"numbers": calls.numbers, "reached": calls.reached, "exceeded": calls.exceeded},)
    columns = (
        Column("numbers", "bounds that are numbers", Kind.COUNT),
        Column("reached", "reached exactly", Kind.COUNT),
        Column("exceeded", "exceeded", Kind.COUNT),
    )
    return Table("calls", "Call bounds against observed calls", note, columns, records)


def _disagreements(concordance: Concordance) -> Table:
    from cgr_audit.tables.table import Column, Table

    found = sorted(concordance.disagreements, key=lambda one: (one.about, one.program_id))
    records = tuple(
        {
            "about": one.about,
            "program_id": one.program_id,
            "said": one.said,
            "why": one.why or "one of the two is wrong",
        }
        for one in found
    )
    columns = (
        Column("about", "about"),
        Column("program_id", "program"),
        Column("said", "what"),
        Column("why", "why it may be"),
    )
    return Table("disagreements", "Disagreements", f"{len(records)} in all.", columns, records)
