"""The tables that split rows by what their programs did: findings, overlap, calls, provenance; and the counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cgr_audit.accuracy.columns import (
    ANSWER_KINDS,
    FIGURES,
    PAIRS,
    PROGRAMS,
    ROWS,
    flattened,
    gain_range,
    interval_fields,
    level_of,
    noted,
    range_column,
)
from cgr_audit.accuracy.intervals.estimates import Estimate
from cgr_audit.accuracy.splits.violations import METHODS
from cgr_audit.accuracy.summary import AccuracySummary
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.tables.table import TOO_FEW, Column, Kind, Table

__all__ = ["split_tables"]

_RIGHT = {True: "right", False: "wrong", None: None}
_KEPT = "Every row as it is (treatment: kept)."


def split_tables(summary: AccuracySummary) -> list[Table]:
    """The tables after the groups, in order; those about something that the package lacks are left out."""
    return [
        *([_violations(summary), _violation_differences(summary)] if summary.violations else []),
        _overlap(summary),
        _one_sided(summary),
        _regressions(summary),
        _calls_spent(summary),
        _provenance(summary),
        *([_probes(summary)] if summary.probes else []),
        _budgets(summary),
        _coverage(summary),
        _rules(summary),
    ]


def _violations(summary: AccuracySummary) -> Table:
    records = []
    for violation in summary.violations:
        for name, group in (("with", violation.with_finding), ("without", violation.without)):
            record = {**flattened(group.figures), "code": violation.code, "group": name, "programs": group.programs}
            records.append({**record, **_ranges(group.estimates)})
    note = (
        f"Rows whose program has a finding of the rule, and rows without. {_KEPT} A difference is associated with the "
        "finding, not proven to be due to it: the two groups are other items."
    )
    texts = (Column("code", "rule"), Column("group", "finding"), PROGRAMS, ROWS, PAIRS)
    columns = (*texts, *FIGURES[:2], FIGURES[3], gain_range(level_of(summary)), *ANSWER_KINDS)
    return Table("violations", "Accuracy by violation", noted(summary, note), columns, tuple(records))


def _violation_differences(summary: AccuracySummary) -> Table:
    records: list[dict[str, Any]] = []
    for violation in summary.violations:
        values = {estimate.measure: estimate.value for estimate in violation.difference}
        record = {name: None if values.get(name) is None else round(values[name], 6) for name in values}  # type: ignore[arg-type]
        rows = violation.with_finding.figures["rows"], violation.without.figures["rows"]
        records.append(
            {
                "code": violation.code,
                "rows": min(rows),
                "rows_with": rows[0],
                "rows_without": rows[1],
                TOO_FEW: not violation.difference,
                **{name: record.get(name) for name in ("direct", "assisted", "gain")},
                **_ranges(violation.difference),
            }
        )
    note = (
        f"Rows with a finding less rows without, in percentage points. {_KEPT} The same resampled units count in both "
        "groups. Associated with the finding, never due to it."
    )
    columns = (
        Column("code", "rule"),
        Column("rows_with", "rows with", Kind.COUNT),
        Column("rows_without", "rows without", Kind.COUNT),
        Column("direct", "direct pp", Kind.POINTS),
        Column("assisted", "assisted pp", Kind.POINTS),
        Column("gain", "gain pp", Kind.POINTS),
        *(range_column(method, level_of(summary)) for method in METHODS),
    )
    title = "Difference of accuracy and gain by violation"
    return Table("violation-differences", title, noted(summary, note), columns, tuple(records))


def _ranges(found: tuple[Estimate, ...]) -> dict[str, Any]:
    """The ends of the intervals of a gain by each method."""
    gain = next((estimate for estimate in found if estimate.measure == "gain"), None)
    if gain is None:
        return {f"gain_{method.value}_{end}": None for method in METHODS for end in ("low", "high")}
    ends: dict[str, Any] = {}
    for interval in gain.intervals:
        ends |= interval_fields(f"gain_{interval.method.value}", interval)
    return ends


def _overlap(summary: AccuracySummary) -> Table:
    channels = ("direct", "assisted", "generator")
    records = [
        {**record, **{name: _RIGHT[record[name]] for name in channels}, "treatment": _label(record)}
        for record in summary.overlap
    ]
    columns = (
        Column("treatment", "treatment"),
        *(Column(name, name) for name in channels),
        ROWS,
        Column("of", "of", Kind.COUNT),
        Column("percent", "%", Kind.PERCENT),
    )
    note = "All combinations of the channels being right. A missing answer is not right."
    return Table("overlap", "Which channels are right together", noted(summary, note), columns, tuple(records))


def _one_sided(summary: AccuracySummary) -> Table:
    records = tuple({**record, "treatment": _label(record)} for record in summary.one_sided)
    columns = (
        Column("treatment", "treatment"),
        ROWS,
        Column("both", "both right", Kind.COUNT),
        Column("assisted_right_generator_wrong", "assisted right, generator wrong", Kind.COUNT),
        Column("generator_right_assisted_wrong", "generator right, assisted wrong", Kind.COUNT),
        Column("neither", "neither right", Kind.COUNT),
    )
    note = "Rows in which only one of the assisted and the generator's answers is right."
    return Table("assisted-or-generator", "Assisted or generator", noted(summary, note), columns, records)


def _regressions(summary: AccuracySummary) -> Table:
    records = tuple({**record, "treatment": _label(record)} for record in summary.regressions)
    named = (Column("treatment", "treatment"), Column("dataset", "dataset"), Column("solver", "solver"), ROWS)
    correct = [Column(f"{name}_correct", f"{name} right", Kind.COUNT) for name in ("direct", "assisted")]
    columns = (*named, *correct, *FIGURES[:2], FIGURES[3])
    note = "Pairs in which fewer assisted answers than direct ones are right, the largest loss first."
    return Table("regressions", "Pairs that regress", noted(summary, note), columns, records)


def _calls_spent(summary: AccuracySummary) -> Table:
    records = tuple({**flattened(record), "calls": _bin(record)} for record in summary.calls_spent)
    note = (
        "Descriptive, not a matched budget: calls follow difficulty. Rows that were executed or recorded, by their "
        "assisted calls over all attempts."
    )
    columns = (Column("calls", "assisted calls"), ROWS, PAIRS, *FIGURES, *ANSWER_KINDS)
    return Table("calls-spent", "Gain by calls spent", noted(summary, note), columns, records)


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
        f"Of {share['rows']} right assisted answers with known provenance, in {share['pairs']} pairs, "
        f"{share['not_the_solvers']} came from a fallback, a literal, the item or the generator: {said}."
    )
    records = tuple(
        {**record, "provenance": record["provenance"] or "not recorded"} for record in summary.executed_provenance
    )
    columns = (
        Column("provenance", "executed provenance"),
        Column("rows", "rows", Kind.COUNT),
        PAIRS,
        Column("correct", "right", Kind.COUNT),
        Column("percent", "% of right answers", Kind.NUMBER),
    )
    return Table("provenance", "Where assisted answers come from", noted(summary, note), columns, records)


def _probes(summary: AccuracySummary) -> Table:
    records = tuple(
        {**flattened(record), "sensitivity": record["sensitivity"] or "not probed"} for record in summary.probes
    )
    note = (
        "Each program was run on its item under solvers that differ only in what they answer. Sensitive: some solver "
        "brought about every option; partly: the answer changed, but some options never came; insensitive: it stayed "
        "the same; undecided: hardly a run came to an answer."
    )
    columns = (Column("sensitivity", "the answer is"), PROGRAMS, ROWS, PAIRS, *FIGURES, *ANSWER_KINDS)
    return Table("probes", "By whether the answer follows the solver", noted(summary, note), columns, records)


def _budgets(summary: AccuracySummary) -> Table:
    note = (
        "Solver calls of rows that count. The budget is the contract's, per attempt of the assisted path. Percentiles "
        "by linear interpolation."
    )
    columns = (
        Column("channel", "channel"),
        Column("per", "per"),
        Column("count", "count", Kind.COUNT),
        Column("mean", "mean", Kind.NUMBER),
        Column("median", "median", Kind.NUMBER),
        Column("p95", "95th percentile", Kind.NUMBER),
        Column("max", "maximum", Kind.COUNT),
        Column("budget", "budget", Kind.COUNT),
        Column("above_budget", "above budget", Kind.COUNT),
        Column("above_budget_percent", "above budget %", Kind.PERCENT),
    )
    return Table("budgets", "Solver calls", noted(summary, note), columns, tuple(summary.budgets))


def _coverage(summary: AccuracySummary) -> Table:
    note = "Of how many rows that count, and of how many recorded calls, each thing is known."
    columns = (
        Column("channel", "channel"),
        Column("field", "field"),
        Column("of", "of"),
        Column("known", "known", Kind.COUNT),
        Column("total", "total", Kind.COUNT),
        Column("percent", "%", Kind.NUMBER),
    )
    return Table("coverage", "Metadata coverage", noted(summary, note), columns, tuple(summary.coverage))


def _rules(summary: AccuracySummary) -> Table:
    named = (Column("code", "rule"), Column("dataset", "dataset"), Column("solver", "solver"))
    of = (Column("of_programs", "of programs", Kind.COUNT), Column("of_rows", "of rows", Kind.COUNT))
    columns = (*named, PROGRAMS, of[0], ROWS, of[1])
    note = "Programs and rows with a finding of the rule, of those that count."
    return Table("rules", "Findings by rule, dataset and solver", noted(summary, note), columns, tuple(summary.rules))


def _label(record: Mapping[str, Any]) -> str:
    return Treatment(record["treatment"]).label
