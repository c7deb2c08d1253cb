"""Accuracy by violation as tables."""

from __future__ import annotations

from typing import Any

from cgr_audit.accuracy.aggregates import rounded
from cgr_audit.accuracy.basis import resting
from cgr_audit.accuracy.columns import (
    ANSWER_KINDS,
    FIGURES,
    KEPT,
    PAIRS,
    PROGRAMS,
    ROWS,
    TREATMENT,
    answers_in_brief,
    flattened,
    interval_fields,
    range_column,
)
from cgr_audit.accuracy.intervals.estimates import Estimate, Method
from cgr_audit.accuracy.splits.violations import METHODS, Group
from cgr_audit.accuracy.summary import AccuracySummary
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.tables.table import TOO_FEW, Column, Kind, Table

__all__ = ["violation_differences", "violation_table"]

_UNRECORDED = (
    "Never run: rows whose program was not executed and that have no recorded answer; they count as wrong, so that "
    "where a finding leads to refusal a loss is the gate's own doing."
)


def violation_table(summary: AccuracySummary) -> Table:
    """Accuracy and gain of the rows with a finding of each rule, and of those without."""
    groups = [
        (violation.code, name, group)
        for violation in summary.violations
        for name, group in (("with", violation.with_finding), ("without", violation.without))
    ]
    if summary.not_audited is not None and summary.not_audited.figures["rows"]:
        groups.append(("any", "not audited", summary.not_audited))
    records = tuple(
        {**_known(group), "code": code, "group": name, **_ranges(group.estimates)} for code, name, group in groups
    )
    note = (
        "Rows whose program has a finding of the rule, and audited rows without; rows whose program was not audited "
        f"are in neither and stand last. {KEPT} A difference is associated with the finding, not proven to be due to "
        f"it: the two groups are other items. {_UNRECORDED}"
    )
    level = summary.settings.resampling.level
    named = (Column("code", "rule"), Column("group", "finding"), PROGRAMS, ROWS, PAIRS)
    figures = (*FIGURES[:2], FIGURES[3], *(range_column(method, level) for method in (Method.PAIRS, Method.CROSSED)))
    columns = (*named, *figures, *ANSWER_KINDS, Column("unrecorded", "never run: wrong", Kind.COUNT))
    table = Table("violations", "Accuracy by violation", note, columns, records, (TREATMENT,))
    return resting(summary.settings, summary.population, table)


def _known(group: Group) -> dict[str, Any]:
    counts = {"programs": group.programs, "unrecorded": group.unrecorded, "treatment": Treatment.KEPT.label}
    return {**flattened(group.figures), **counts}


def violation_differences(summary: AccuracySummary) -> Table:
    """The first less the second."""
    records: list[dict[str, Any]] = []
    for violation in summary.violations:
        groups = {"with": violation.with_finding, "without": violation.without}
        record: dict[str, Any] = {"code": violation.code, "treatment": Treatment.KEPT.label}
        for name, group in groups.items():
            kinds = flattened(group.figures)
            record |= {f"{key}_{name}": kinds[key] for key in ("rows", "pairs", *(kind.key for kind in ANSWER_KINDS))}
            record[f"unrecorded_{name}"] = group.unrecorded
            record[f"answers_{name}"] = answers_in_brief(group.figures["answers"]["assisted"])
        values = rounded({estimate.measure: estimate.value for estimate in violation.difference})
        record |= {name: values.get(name) for name in ("direct", "assisted", "gain")}
        record |= {"rows": min(record["rows_with"], record["rows_without"]), TOO_FEW: not violation.difference}
        records.append(record | _ranges(violation.difference))
    note = (
        f"Rows with a finding less audited rows without, in percentage points. {KEPT} The same resampled units count "
        f"in both groups. Associated with the finding, never due to it. {_UNRECORDED} Answers: of the assisted "
        "channel, missing / extraction failed / refused / not run."
    )
    sides = ("with", "without")
    counts = (("rows", "rows"), ("pairs", "pairs"), ("unrecorded", "never run: wrong,"))
    measures = (("direct", "direct pp"), ("assisted", "assisted pp"), ("gain", "gain pp"))
    columns = (
        Column("code", "rule"),
        *(Column(f"{key}_{side}", f"{label} {side}", Kind.COUNT) for key, label in counts for side in sides),
        *(Column(f"answers_{side}", f"answers {side}") for side in sides),
        *(Column(key, label, Kind.POINTS) for key, label in measures),
        *(range_column(method, summary.settings.resampling.level) for method in METHODS),
    )
    stored = [
        Column(f"{kind.key}_{side}", f"{kind.label} {side}", Kind.COUNT) for side in sides for kind in ANSWER_KINDS
    ]
    title = "Difference of accuracy and gain by violation"
    table = Table("violation-differences", title, note, columns, tuple(records), (TREATMENT, *stored))
    return resting(summary.settings, summary.population, table)


def _ranges(found: tuple[Estimate, ...]) -> dict[str, Any]:
    """The intervals of a gain by each method."""
    gain = next((estimate for estimate in found if estimate.measure == "gain"), None)
    if gain is None:
        return {f"gain_{method.value}_{end}": None for method in METHODS for end in ("low", "high")}
    ends: dict[str, Any] = {}
    for interval in gain.intervals:
        ends |= interval_fields(f"gain_{interval.method.value}", interval)
    return ends
