"""The comparison with controls as tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from cgr_audit.accuracy.basis import resting
from cgr_audit.accuracy.columns import PAIRS, PARTITION, ROWS, TREATMENT, interval_fields, range_column
from cgr_audit.accuracy.controls.comparison import ControlComparison
from cgr_audit.accuracy.intervals.interval import Method
from cgr_audit.accuracy.partitions import Partition
from cgr_audit.accuracy.summary import AccuracySummary
from cgr_audit.tables.table import TOO_FEW, Column, Kind, Table

__all__ = ["HOW_TO_MAKE", "control_tables", "printed_controls"]

HOW_TO_MAKE = (
    "What the same calls would have bought without code is not known: this package has no controls. Make them with "
    "`cgr-audit run PACKAGE --solver SPEC --control self-consistency --control repeated-call --control cot --out DIR`."
)
_CONTROL = Column("label", "control")
_AVERAGE = Column("average", "average")
_MEASURES = (
    Column("control", "control %", Kind.PERCENT),
    Column("assisted", "assisted %", Kind.PERCENT),
    Column("difference", "assisted − control pp", Kind.POINTS),
)
_CALLS = (
    Column("calls_control", "control calls, mean", Kind.NUMBER),
    Column("calls_assisted", "assisted calls, mean", Kind.NUMBER),
    Column("equal_calls", "rows with equal calls", Kind.COUNT),
)
_NOTE = (
    "Assisted answers less a control's, on the rows that have both. A matched control was given as many calls as the "
    "row's assisted run made; the others were not, so that their difference is also one of calls. Direct: the row's "
    "own direct answer. Means of calls are over the rows whose program ran."
)
_NO_CONTROL = (
    " Without: rows for which the package has no such control; unanswered: the service failed, or there is no gold. "
    "Neither is compared."
)


def control_tables(summary: AccuracySummary) -> list[Table]:
    """Differences, every interval, McNemar's tests and the controls' own answers; none where there are no controls."""
    if not summary.controls.answers:
        return []
    made = [_differences(summary), _intervals(summary), _tests(summary)] if summary.controls.comparisons else []
    return [*made, _answers(summary)]


def printed_controls(summary: AccuracySummary) -> list[Table]:
    """What a person sees of controls first: all pairs, with the interval of crossed effects, or of items.

    Treatments that make no difference are one. The controls' own answers where there is nothing to compare them with.
    """
    if not summary.controls.comparisons:
        return control_tables(summary)
    table = _differences(summary)
    shown = (TREATMENT, _CONTROL, _AVERAGE, ROWS, *_CALLS[:2], *_MEASURES)
    records = tuple(record for record in table.records if record["partition"] == Partition.ALL.label)
    by_treatment = groupby(records, key=itemgetter("treatment"))
    groups = [[{**record, "treatment": "all"} for record in group] for _, group in by_treatment]
    if all(group == groups[0] for group in groups):
        records = tuple(groups[0])
    has_crossed = any(record.get(f"difference_{Method.CROSSED.value}_low") is not None for record in records)
    method = Method.CROSSED if has_crossed else Method.ITEMS
    columns = (*shown, range_column(method, summary.settings.resampling.level, "difference"))
    return [replace(table, columns=columns, records=records)]


def _differences(summary: AccuracySummary) -> Table:
    level = summary.settings.resampling.level
    methods = (Method.PAIRS, Method.CROSSED, Method.ITEMS)
    columns = (
        *(TREATMENT, PARTITION, _CONTROL, _AVERAGE, ROWS, PAIRS, *_CALLS, *_MEASURES),
        *(range_column(method, level, "difference") for method in methods),
        Column("without_control", "without", Kind.COUNT),
        Column("unanswered", "unanswered", Kind.COUNT),
    )
    stored = (Column("control_name", "name of the control"), Column("is_matched", "matched", Kind.FLAG))
    title = "What the same calls buy without code: assisted answers against controls"
    records = _by_average(summary.controls.comparisons, methods)
    table = Table("controls", title, _NOTE + _NO_CONTROL, columns, records, stored)
    return resting(summary.settings, summary.population, table)


def _intervals(summary: AccuracySummary) -> Table:
    level = summary.settings.resampling.level
    named = (TREATMENT, PARTITION, _CONTROL, _AVERAGE, ROWS, PAIRS)
    ranges = (range_column(method, level, "difference") for method in Method)
    records = _by_average(summary.controls.comparisons, tuple(Method))
    title = "Intervals of assisted less control"
    table = Table("control-intervals", title, _NOTE, (*named, _MEASURES[-1], *ranges), records)
    return resting(summary.settings, summary.population, table)


def _by_average(compared: Sequence[ControlComparison], methods: Sequence[Method]) -> tuple[dict[str, Any], ...]:
    records = []
    for one in compared:
        for average in ("micro", "macro"):
            record = {**_named(one), "average": average}
            for measure in ("control", "assisted", "difference"):
                estimate = one.estimate(average, measure)
                record[measure] = None if estimate is None or estimate.value is None else round(estimate.value, 6)
                if estimate is not None and measure == "difference":
                    for method in methods:
                        record |= interval_fields(f"difference_{method.value}", estimate.interval(method))
            records.append(record)
    return tuple(records)


def _named(one: ControlComparison) -> dict[str, Any]:
    """A comparison's record without its figures, as tables call things."""
    record = {name: value for name, value in one.to_record().items() if name not in {"estimates", "control"}}
    labels = {"treatment": one.treatment.label, "partition": one.partition.label, "control_name": one.control}
    return {**record, **labels, TOO_FEW: one.is_too_few}


def _tests(summary: AccuracySummary) -> Table:
    note = (
        "McNemar's tests of the rows that only one of the two got right, two-sided: exact (binomial), the same "
        "adjusted by Holm over the controls of a treatment and kind of pairs, mid-p, and chi-square with continuity "
        "correction. These take rows as independent. By item: Obuchowski's test (1998), in which all rows of one item "
        "count as one observation; it is the one to read where there are more rows than items."
    )
    columns = (
        *(TREATMENT, PARTITION, _CONTROL, ROWS),
        Column("items", "items", Kind.COUNT),
        Column("both", "both right", Kind.COUNT),
        Column("only_control", "only control", Kind.COUNT),
        Column("only_assisted", "only assisted", Kind.COUNT),
        Column("neither", "neither", Kind.COUNT),
        Column("exact", "exact p", Kind.P_VALUE),
        Column("adjusted", "Holm", Kind.P_VALUE),
        Column("mid_p", "mid-p", Kind.P_VALUE),
        Column("corrected_statistic", "chi-square", Kind.NUMBER),
        Column("corrected", "corrected p", Kind.P_VALUE),
        Column("clustered", "by item p", Kind.P_VALUE),
    )
    records = []
    for one in summary.controls.comparisons:
        record = _named(one)
        records.append({**record, **record["test"], "clustered": record["clustered"]["p_value"]})
    table = Table("control-tests", "McNemar's test: assisted against controls", note, columns, tuple(records))
    return resting(summary.settings, summary.population, table)


def _answers(summary: AccuracySummary) -> Table:
    note = (
        "Every control row, compared with a result row or not. The share is of those that are right or wrong; a failed "
        "extraction is wrong. Items without a program have no assisted answer, and so are in no comparison."
    )
    columns = (
        Column("control", "control"),
        Column("is_matched", "matched", Kind.FLAG),
        ROWS,
        Column("calls", "calls, mean", Kind.NUMBER),
        Column("right", "right", Kind.COUNT),
        Column("extraction_failed", "extraction failed", Kind.COUNT),
        Column("failed", "service error", Kind.COUNT),
        Column("without_gold", "no gold", Kind.COUNT),
        Column("percent", "right %", Kind.PERCENT),
        Column("without_program_rows", "items without a program", Kind.COUNT),
        Column("without_program_right", "of these right", Kind.COUNT),
        Column("without_program_percent", "of these right %", Kind.PERCENT),
    )
    table = Table("control-answers", "Answers of controls", note, columns, tuple(summary.controls.answers))
    return resting(summary.settings, summary.population, table, before_choice=True)
