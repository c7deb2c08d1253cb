"""The tables that split rows by what their programs did, in order: findings, overlap, calls, provenance, counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cgr_audit.accuracy.basis import resting
from cgr_audit.accuracy.columns import (
    ANSWER_KINDS,
    FIGURES,
    KEPT,
    PAIRS,
    PARTITION,
    PROGRAMS,
    ROWS,
    TREATMENT,
    flattened,
    labelled,
)
from cgr_audit.accuracy.partitions import Partition
from cgr_audit.accuracy.splits.count_tables import budgets_table, coverage_table, rules_table
from cgr_audit.accuracy.splits.violation_tables import violation_differences, violation_table
from cgr_audit.accuracy.summary import AccuracySummary
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.tables.table import TOO_FEW, Column, Kind, Table

__all__ = ["split_tables"]

_RIGHT = {True: "right", False: "wrong", None: None}


def split_tables(summary: AccuracySummary) -> list[Table]:
    """The tables after the groups, in order; those about something that the package lacks are left out."""
    return [
        *([violation_table(summary), violation_differences(summary)] if summary.violations else []),
        _overlap(summary),
        _one_sided(summary),
        _regressions(summary),
        _calls_spent(summary),
        _provenance(summary),
        *([_probes(summary)] if summary.probes else []),
        budgets_table(summary),
        coverage_table(summary),
        rules_table(summary),
    ]


def _overlap(summary: AccuracySummary) -> Table:
    channels = ("direct", "assisted", "generator")
    bases = {one.treatment.value: flattened(one.basis) for one in summary.headlines}
    records = []
    for record in summary.overlap:
        basis = bases[record["treatment"]]
        counts = {name: value for name, value in basis.items() if name not in {"rows", "pairs", TOO_FEW, "answers"}}
        right = {name: _RIGHT[record[name]] for name in channels}
        named = {"treatment": Treatment(record["treatment"]).label, "partition": Partition(record["partition"]).label}
        records.append({**counts, **record, **right, **named})
    shown = (TREATMENT, PARTITION, *(Column(name, name) for name in channels), ROWS)
    columns = (*shown, Column("of", "of", Kind.COUNT), Column("percent", "%", Kind.PERCENT), *ANSWER_KINDS)
    note = (
        "All combinations of the channels being right. A missing answer is not right. The kinds of answers are those "
        "of all rows of the treatment, not of a line. Zero baseline: pairs without a correct direct answer; where "
        "there is none, only the lines of all pairs are given."
    )
    table = Table("overlap", "Which channels are right together", note, columns, tuple(records))
    return resting(summary.settings, summary.population, table)


def _one_sided(summary: AccuracySummary) -> Table:
    columns = (
        TREATMENT,
        ROWS,
        Column("both", "both right", Kind.COUNT),
        Column("assisted_right_generator_wrong", "assisted right, generator wrong", Kind.COUNT),
        Column("generator_right_assisted_wrong", "generator right, assisted wrong", Kind.COUNT),
        Column("neither", "neither right", Kind.COUNT),
        *ANSWER_KINDS,
    )
    note = (
        "Rows by which of the assisted and the generator's answers is right. The kinds of answers are the assisted "
        "channel's."
    )
    table = Table(
        "assisted-or-generator", "Assisted or generator", note, columns, tuple(map(labelled, summary.one_sided))
    )
    return resting(summary.settings, summary.population, table)


def _regressions(summary: AccuracySummary) -> Table:
    named = (TREATMENT, Column("dataset", "dataset"), Column("solver", "solver"), ROWS)
    correct = [Column(f"{name}_correct", f"{name} right", Kind.COUNT) for name in ("direct", "assisted")]
    columns = (*named, *correct, *FIGURES[:2], FIGURES[3], *ANSWER_KINDS)
    note = (
        "Pairs in which fewer assisted answers than direct ones are right, the largest loss first. The kinds of "
        "answers are the assisted channel's."
    )
    table = Table("regressions", "Pairs that regress", note, columns, tuple(map(labelled, summary.regressions)))
    return resting(summary.settings, summary.population, table)


def _calls_spent(summary: AccuracySummary) -> Table:
    kept = Treatment.KEPT.label
    records = tuple({**flattened(record), "calls": _bin(record), "treatment": kept} for record in summary.calls_spent)
    note = (
        "Descriptive, not a matched budget: calls follow difficulty. Rows that were executed or recorded, by their "
        f"assisted calls over all attempts. {KEPT} The kinds of answers are the assisted channel's."
    )
    columns = (Column("calls", "assisted calls"), ROWS, PAIRS, *FIGURES, *ANSWER_KINDS)
    table = Table("calls-spent", "Gain by calls spent", note, columns, records, (TREATMENT,))
    return resting(summary.settings, summary.population, table)


def _bin(record: Mapping[str, Any]) -> str:
    first, last = record["calls_from"], record["calls_to"]
    if first is None:
        return "not known"
    if last is None:
        return f"{first} and more"
    return str(first) if first == last else f"{first} to {last}"


def _provenance(summary: AccuracySummary) -> Table:
    share = summary.fallback_share
    said = (
        "not given for fewer than 10"
        if share["percent"] is None
        else f"{share['percent']:.2f} %, or {share['percent_at_most']:.2f} % if every undetermined one is such"
    )
    note = (
        "Where the executed path says that an assisted answer comes from; undetermined where it does not decide it. "
        f"Of {share['rows']:,} right assisted answers with known provenance, in {share['pairs']:,} pairs, "
        f"{share['not_the_solvers']:,} came from a fallback, a literal, the item or the generator: {said}. Rows that "
        "were executed or recorded, as they are (treatment: kept). The kinds of answers are the assisted channel's."
    )
    records = tuple(
        {**labelled(record), "provenance": record["provenance"] or "not recorded"}
        for record in summary.executed_provenance
    )
    columns = (
        Column("provenance", "executed provenance"),
        ROWS,
        PAIRS,
        Column("correct", "right", Kind.COUNT),
        Column("of_correct", "of right with a provenance", Kind.COUNT),
        Column("percent", "%", Kind.NUMBER),
        *ANSWER_KINDS,
    )
    table = Table("provenance", "Where assisted answers come from", note, columns, records, (TREATMENT,))
    return resting(summary.settings, summary.population, table)


def _probes(summary: AccuracySummary) -> Table:
    kept = Treatment.KEPT.label
    records = tuple(
        {**flattened(record), "sensitivity": record["sensitivity"] or "not probed", "treatment": kept}
        for record in summary.probes
    )
    note = (
        "Each program was run on its item under solvers that differ only in what they answer. Sensitive: some solver "
        "brought about every option; partly: the answer changed, but some options never came; insensitive: it stayed "
        f"the same; undecided: hardly a run came to an answer. {KEPT} The kinds of answers are the assisted channel's."
    )
    columns = (Column("sensitivity", "the answer is"), PROGRAMS, ROWS, PAIRS, *FIGURES, *ANSWER_KINDS)
    table = Table("probes", "By whether the answer follows the solver", note, columns, records, (TREATMENT,))
    return resting(summary.settings, summary.population, table)
