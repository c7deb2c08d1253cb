"""``cgr-audit concordance``: what the audit says of programs beside what running them shows."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from cgr_audit.cli.auditing import DeadlineOption, NoCacheOption, RulesFolderOption, known_rules
from cgr_audit.cli.options import ContractOption, IdFieldOption, JobsOption, PathsArgument, SourceFieldOption
from cgr_audit.cli.output import say
from cgr_audit.cli.probing import (
    ItemsOption,
    LimitsOption,
    ProbeWork,
    RunsOption,
    ThoroughOption,
    make_prober,
    probe_paths,
    settings_of,
)

if TYPE_CHECKING:
    from cgr_audit.accuracy.tables import Table
    from cgr_audit.execution.concordance import Concordance
    from cgr_audit.source.collected import Unreadable

__all__ = ["command", "concordance_tables"]


def command(
    paths: PathsArgument,
    items: ItemsOption = None,
    runs: RunsOption = 120,
    thorough: ThoroughOption = False,
    contract: ContractOption = "cgr",
    limits: LimitsOption = "",
    seed: Annotated[int, typer.Option(metavar="N", help="What randomness inside programs follows from.")] = 0,
    rules: RulesFolderOption = None,
    source_field: SourceFieldOption = "source",
    id_field: IdFieldOption = "id",
    jobs: JobsOption = 1,
    deadline: DeadlineOption = 5.0,
    no_cache: NoCacheOption = False,
) -> None:
    """Compare the static answer-integrity rules and call bounds with a probe; list every disagreement."""
    from cgr_audit.cli.packages import show_table
    from cgr_audit.cli.probe import ProbeTally
    from cgr_audit.errors import NothingCollectedError
    from cgr_audit.execution.concordance import Concordance
    from cgr_audit.source.contract import load_contract

    started = time.perf_counter()
    terms = load_contract(contract)
    settings = settings_of(runs, thorough=thorough, seed=seed)
    prober = make_prober(terms, limits, settings, jobs)
    work = ProbeWork(paths, source_field, id_field, terms, rules, jobs, deadline, items, settings)
    unreadable: list[Unreadable] = []
    concordance, tally = Concordance(), ProbeTally()
    with known_rules(rules, no_cache=no_cache) as (registry, cache):
        for probe in probe_paths(work, prober, registry, cache, unreadable.append):
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
    from cgr_audit.accuracy.tables import Table

    rows = tuple(
        (
            row.code,
            str(row.flagged),
            str(row.confirmed),
            _share(row.precision),
            str(row.shown),
            str(row.found),
            _share(row.recall),
        )
        for row in concordance.rules.values()
    )
    note = (
        f"{concordance.probed} of {concordance.programs} programs were probed. CGR201: the answer stayed the same "
        "under all solvers, and neither generator nor item was seen to decide it; each code counts in its recall. "
        "CGR203: a planted generator letter changed the answer. CGR206 and CGR207: an item fixed the answer; either "
        "counts in the recall of both."
    )
    columns = ("rule", "found", "confirmed by the probe", "precision", "shown by the probe", "found of them", "recall")
    return Table("concordance", "Static rules against the probe", note, columns, rows, frozenset(range(1, 7)))


def _calls(concordance: Concordance) -> Table:
    from cgr_audit.accuracy.tables import Table

    calls = concordance.calls
    note = "The most calls of any run under any tried solver beside the static call bound, per program and item."
    rows = ((str(calls.numbers), str(calls.reached), str(calls.exceeded)),)
    columns = ("bounds that are numbers", "reached exactly", "exceeded")
    return Table("calls", "Call bounds against observed calls", note, columns, rows, frozenset({0, 1, 2}))


def _disagreements(concordance: Concordance) -> Table:
    from cgr_audit.accuracy.tables import Table

    found = sorted(concordance.disagreements, key=lambda one: (one.about, one.program_id))
    rows = tuple((one.about, one.program_id, one.said, one.why or "one of the two is wrong") for one in found)
    columns = ("about", "program", "what", "why it may be")
    return Table("disagreements", "Disagreements", f"{len(rows)} in all.", columns, rows)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
