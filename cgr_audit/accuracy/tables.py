"""The accuracy summary as tables: the headline first, then what it rests on. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cgr_audit.accuracy.columns import (
    ANSWER_KINDS,
    FIGURES,
    PAIRS,
    ROWS,
    flattened,
    gain_range,
    interval_fields,
    level_of,
    noted,
    without_few,
)
from cgr_audit.accuracy.headline import Headline
from cgr_audit.accuracy.intervals.estimates import Estimate, Method
from cgr_audit.accuracy.splits.tables import split_tables
from cgr_audit.accuracy.summary import AccuracySummary
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.tables.table import FEWEST_ROWS, TOO_FEW, Column, Kind, Table

__all__ = ["headline_table", "printed_tables", "tables"]

_TREATMENT = Column("treatment", "treatment")
_AVERAGE = Column("average", "average")
_ASSOCIATED = (
    "What changes between treatments is associated with the programs that are not approved, not proven to be due to "
    "them."
)


def tables(summary: AccuracySummary) -> list[Table]:
    """Every table of a summary, the headline first; those about something that the package lacks are left out."""
    return [
        headline_table(summary),
        *([_non_zero(summary)] if "direct" not in summary.population.absent else []),
        _gain_intervals(summary),
        _answers(summary),
        _groups(summary, "by-dataset", "By dataset", ("dataset",), summary.by_dataset),
        _groups(summary, "by-solver", "By solver", ("solver",), summary.by_solver),
        _groups(summary, "by-pair", "By dataset and solver", ("dataset", "solver"), summary.by_pair),
        *([_thresholds(summary)] if summary.thresholds else []),
        *split_tables(summary),
    ]


def printed_tables(summary: AccuracySummary) -> list[Table]:
    """What a person sees first: the headline, the intervals of its gain, and what the answers are."""
    headline = headline_table(summary)
    narrow = replace(headline, columns=tuple(column for column in headline.columns if column not in ANSWER_KINDS))
    return [narrow, _gain_intervals(summary), _answers(summary)]


def headline_table(summary: AccuracySummary) -> Table:
    """Accuracy under the treatments of rows whose program is not approved."""
    records = [
        record
        for one in summary.headlines
        for record in _averages(one, one.estimates, one.micro.to_record(), one.macro.to_record())
    ]
    note = f"Micro: over rows. Macro: unweighted mean over dataset-solver pairs. {_ASSOCIATED}"
    if not summary.population.judged:
        note = f"Nothing was judged (there are no verdicts), so every row is kept. {note}"
    for channel in summary.population.absent:
        note = f"No row has a {channel} answer. {note}"
    for one in summary.headlines:
        if one.unrecorded:
            note += (
                f" Kept: {one.unrecorded} of the rows are of programs that were not executed and have no recorded "
                "answer; they count as wrong there too."
            )
    title = "Accuracy under four treatments of programs that are not approved"
    interval = gain_range(level_of(summary))
    columns = (_TREATMENT, _AVERAGE, ROWS, PAIRS, *FIGURES[:4], interval, FIGURES[4], *ANSWER_KINDS)
    note += " The kinds of answers are the assisted channel's."
    return Table("headline", title, noted(summary, note), columns, tuple(records))


def _non_zero(summary: AccuracySummary) -> Table:
    records = []
    for one in summary.headlines:
        named = "; ".join(f"{dataset} / {solver}" for dataset, solver in one.zero_pairs) or "none"
        figures = one.non_zero_micro.to_record(), one.non_zero_macro.to_record()
        records += [{**record, "zero": named} for record in _averages(one, one.non_zero_estimates, *figures)]
    note = (
        "Only pairs with at least one correct direct answer. The other pairs, named in the last column, are diagnostic "
        "only."
    )
    interval = gain_range(level_of(summary))
    zero = Column("zero", "zero-baseline pairs")
    columns = (_TREATMENT, _AVERAGE, ROWS, PAIRS, *FIGURES[:4], interval, FIGURES[4], zero)
    title = "Accuracy over pairs with a non-zero baseline"
    return Table("non-zero-baseline", title, noted(summary, note), columns, tuple(records))


def _averages(
    one: Headline, found: Sequence[Estimate], micro: Mapping[str, Any], macro: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """A record for each average of a headline, with the pair bootstrap of the gain."""
    basis = {**flattened(one.basis), "treatment": one.treatment.label, "rows": micro["rows"], "pairs": macro["pairs"]}
    records = []
    for average, figures in (("micro", micro), ("macro", macro)):
        estimate = _gain(found, average)
        record = {**basis, **figures, "average": average, TOO_FEW: micro["rows"] < FEWEST_ROWS}
        records.append(without_few({**record, **interval_fields("gain_pairs", estimate.interval(Method.PAIRS))}))
    return records


def _gain(found: Iterable[Estimate], average: str) -> Estimate:
    return next(estimate for estimate in found if (estimate.average, estimate.measure) == (average, "gain"))


def _gain_intervals(summary: AccuracySummary) -> Table:
    records = []
    for one in summary.headlines:
        micro, macro = (_gain(one.estimates, average) for average in ("micro", "macro"))
        for method in Method:
            over_rows, over_pairs = micro.interval(method), macro.interval(method)
            records.append(
                without_few(
                    {
                        "treatment": one.treatment.label,
                        "method": method.label,
                        **interval_fields("micro", over_rows),
                        **interval_fields("macro", over_pairs),
                        "units": over_pairs.units,
                        "remark": over_pairs.note,
                        "rows": one.basis["rows"],
                        TOO_FEW: one.is_too_few,
                    }
                )
            )
    settings = summary.settings.resampling
    note = (
        f"Intervals of the gain at {level_of(summary)}; bootstraps: percentile, {settings.resamples} resamples, seed "
        f"{settings.seed}. docs/intervals.md says what each means and which to quote."
    )
    columns = (
        _TREATMENT,
        Column("method", "method"),
        Column("micro", "micro gain pp", Kind.POINTS_RANGE),
        Column("macro", "macro gain pp", Kind.POINTS_RANGE),
        Column("units", "units", Kind.COUNT),
        Column("remark", "what to bear in mind"),
    )
    return Table("gain-intervals", "Intervals of the gain", noted(summary, note), columns, tuple(records))


def _answers(summary: AccuracySummary) -> Table:
    note = (
        "Rows of registered solvers, before any treatment. Only an answered row can be right. A row that the harness "
        "failed is left out of every figure; a failed extraction and an answer that is no option count as wrong; what "
        "is done with refused and unrun programs is the treatment's choice."
    )
    names = ("counted", "answered", "no_option", "extraction_failed", "missing", "refused", "not_run")
    columns = [Column(name, name.replace("_", " "), Kind.COUNT) for name in (*names, "harness_failure")]
    columns = [Column("channel", "channel"), ROWS, *columns]
    return Table("answers", "Answers per channel", noted(summary, note), tuple(columns), tuple(summary.answers))


def _groups(
    summary: AccuracySummary, name: str, title: str, keys: Sequence[str], records: Iterable[Mapping[str, Any]]
) -> Table:
    labelled = [{**flattened(record), "treatment": Treatment(record["treatment"]).label} for record in records]
    labelled.sort(key=lambda record: tuple(record[key] for key in keys))
    pairs = () if len(keys) == 2 else (PAIRS,)
    columns = (*(Column(key, key) for key in keys), _TREATMENT, ROWS, *pairs, *FIGURES, *ANSWER_KINDS)
    note = "Over rows (micro). The kinds of answers are the assisted channel's."
    return Table(name, title, noted(summary, note), columns, tuple(labelled))


def _thresholds(summary: AccuracySummary) -> Table:
    records = []
    for record in summary.thresholds:
        gate = {
            "treatment": Treatment(record["treatment"]).label,
            "gate": f"> {record['direct_above']} %",
            "rows": record["rows"],
            "pairs": record["pairs"],
            TOO_FEW: record[TOO_FEW],
        }
        records += [{**record[average], **gate, "average": average} for average in ("micro", "macro")]
    note = "Only dataset-solver pairs whose direct accuracy is strictly above the gate."
    columns = (_TREATMENT, Column("gate", "direct"), _AVERAGE, ROWS, PAIRS, *FIGURES)
    return Table("thresholds", "By direct-accuracy gate", noted(summary, note), columns, tuple(records))
