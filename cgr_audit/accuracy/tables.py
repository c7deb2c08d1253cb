"""The accuracy summary as tables: the headline first, then what it rests on. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cgr_audit.accuracy.basis import resting
from cgr_audit.accuracy.columns import (
    ANSWER_KINDS,
    FIGURES,
    PAIRS,
    PARTITION,
    ROWS,
    TREATMENT,
    flattened,
    interval_fields,
    labelled,
    range_column,
)
from cgr_audit.accuracy.controls.tables import control_tables, printed_controls
from cgr_audit.accuracy.few_rows import without_few
from cgr_audit.accuracy.headline import Headline
from cgr_audit.accuracy.headline_notes import headline_notes
from cgr_audit.accuracy.intervals.estimates import Estimate, Method
from cgr_audit.accuracy.partitions import Partition
from cgr_audit.accuracy.quoting import which_to_quote
from cgr_audit.accuracy.splits.tables import split_tables
from cgr_audit.accuracy.summary import AccuracySummary
from cgr_audit.accuracy.table_warnings import with_warnings
from cgr_audit.control_characters import escape_control_characters
from cgr_audit.tables.table import FEWEST_ROWS, TOO_FEW, Column, Kind, Table

__all__ = ["headline_table", "printed_tables", "tables"]

_AVERAGE = Column("average", "average")
_NUMBERS = ("no", "one", "two", "three", "four")
_SHOWN_METHODS = (Method.PAIRS, Method.CROSSED)
"""In a row of the headline: the paper's interval, and the one to quote for other datasets and solvers."""


def tables(summary: AccuracySummary) -> list[Table]:
    """Every table of a summary, the headline first; those about something that the package lacks are left out."""
    return [
        headline_table(summary),
        *control_tables(summary),
        *([_partitions(summary)] if "direct" not in summary.population.absent else []),
        _gain_intervals(summary),
        _answers(summary),
        _groups(summary, "by-dataset", "By dataset", ("dataset",), summary.by_dataset),
        _groups(summary, "by-solver", "By solver", ("solver",), summary.by_solver),
        _groups(summary, "by-pair", "By dataset and solver", ("dataset", "solver"), summary.by_pair),
        _groups(summary, "by-generator", "By generator", ("generator_name",), summary.by_generator),
        _groups(summary, "by-difficulty", "By difficulty stated by the generator", ("difficulty",), _stated(summary)),
        *([_thresholds(summary)] if summary.thresholds else []),
        *split_tables(summary),
    ]


def printed_tables(summary: AccuracySummary) -> list[Table]:
    """What ``join`` prints: the headline, controls, the intervals of the gain, and what the answers are.

    Where items were asked without programs, controls alone.
    """
    if not summary.population.total:
        return with_warnings(printed_controls(summary), summary.warnings)
    return [*first_tables(summary), *with_warnings([_gain_intervals(summary), _answers(summary)], summary.warnings)]


def first_tables(summary: AccuracySummary) -> list[Table]:
    """What a person sees first: the headline, and controls where there are any."""
    return with_warnings([_printed_headline(summary), *printed_controls(summary)], summary.warnings)


def headline_table(summary: AccuracySummary) -> Table:
    """Accuracy under the treatments of rows whose program is not approved."""
    return _headline(summary, _SHOWN_METHODS, ANSWER_KINDS)


def _printed_headline(summary: AccuracySummary) -> Table:
    """The headline without the kinds of answers, and with the one interval for which a terminal has room.

    It is that of crossed effects, unless there is none.
    """
    crossed = (one.interval(Method.CROSSED) for headline in summary.headlines for one in headline.estimates)
    printed = Method.CROSSED if any(interval.low is not None for interval in crossed) else Method.PAIRS
    return _headline(summary, (printed,), ())


def _headline(summary: AccuracySummary, methods: Sequence[Method], kinds: tuple[Column, ...]) -> Table:
    records = [
        record
        for one in summary.headlines
        for record in _averages(one, one.basis, one.estimates, one.micro.to_record(), one.macro.to_record())
    ]
    title = "Accuracy of all rows"
    if len(summary.headlines) > 1:
        title = f"Accuracy under {_NUMBERS[len(summary.headlines)]} treatments of programs that are not approved"
    columns = (TREATMENT, _AVERAGE, ROWS, PAIRS, *_figures(summary, methods), *kinds)
    note = " ".join(headline_notes(summary, methods, has_answer_kinds=bool(kinds)))
    table = Table("headline", title, note, columns, tuple(records))
    return resting(summary.settings, summary.population, table)


def _figures(summary: AccuracySummary, methods: Sequence[Method] = _SHOWN_METHODS) -> tuple[Column, ...]:
    level = summary.settings.resampling.level
    return (*FIGURES[:4], *(range_column(method, level) for method in methods), FIGURES[4])


def _partitions(summary: AccuracySummary) -> Table:
    records = []
    for one in summary.headlines:
        zero: dict[str, Any] = {"zero_pairs": len(one.zero_pairs), "zero": _named(one.zero_pairs)}
        found = (one.non_zero_basis, one.non_zero_estimates, one.non_zero_micro, one.non_zero_macro)
        parts: list[tuple[Partition, Any]] = [(Partition.NON_ZERO, found)]
        if one.zero_pairs:
            parts.append((Partition.ZERO, (one.zero_basis, (), one.zero_micro, one.zero_macro)))
        for partition, (basis, estimates, over_rows, over_pairs) in parts:
            averages = _averages(one, basis, estimates, over_rows.to_record(), over_pairs.to_record())
            records += [{**record, **zero, "partition": partition.label} for record in averages]
    quote = which_to_quote(
        (estimate for one in summary.headlines for estimate in one.non_zero_estimates), _SHOWN_METHODS
    )
    note = (
        "Non-zero baseline: only pairs with at least one correct direct answer. Which pairs these are was seen in the "
        "very answers that are counted, and is held fixed in every resample: intervals do not say how that choice "
        f"varies. {quote} Zero baseline has none, since its direct accuracy is 0 by choice. The other pairs, the "
        f"zero-baseline pairs, are diagnostic only: {_zero_pairs(summary.headlines)}."
    )
    columns = (
        TREATMENT,
        PARTITION,
        _AVERAGE,
        ROWS,
        PAIRS,
        *_figures(summary),
        *ANSWER_KINDS,
        Column("zero_pairs", "zero-baseline pairs", Kind.COUNT),
    )
    title = "Accuracy by whether a pair has a non-zero baseline"
    table = Table("non-zero-baseline", title, note, columns, tuple(records), (Column("zero", "zero-baseline pairs"),))
    return resting(summary.settings, summary.population, table)


def _zero_pairs(headlines: Sequence[Headline]) -> str:
    """Their names, once for all treatments that share them."""
    treatments: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for one in headlines:
        treatments.setdefault(one.zero_pairs, []).append(one.treatment.label)
    named = {escape_control_characters(_named(pairs)): labels for pairs, labels in treatments.items()}
    if len(named) == 1:
        return next(iter(named))
    return ". ".join(f"{', '.join(labels)} – {pairs}" for pairs, labels in named.items())


def _named(pairs: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{dataset} / {solver}" for dataset, solver in pairs) or "none"


def _averages(
    one: Headline,
    basis: Mapping[str, Any],
    found: Sequence[Estimate],
    micro: Mapping[str, Any],
    macro: Mapping[str, Any],
) -> list[dict[str, Any]]:
    """A record for each average of a headline, with intervals of the gain."""
    known = {**flattened(basis), "treatment": one.treatment.label, "rows": micro["rows"], "pairs": macro["pairs"]}
    records = []
    for average, figures in (("micro", micro), ("macro", macro)):
        record = {**known, **figures, "average": average, TOO_FEW: micro["rows"] < FEWEST_ROWS}
        for method in _SHOWN_METHODS if found else ():
            record |= interval_fields(f"gain_{method.value}", _gain(found, average).interval(method))
        records.append(without_few(record))
    return records


def _gain(found: Iterable[Estimate], average: str) -> Estimate:
    return next(estimate for estimate in found if (estimate.average, estimate.measure) == (average, "gain"))


def _gain_intervals(summary: AccuracySummary) -> Table:
    records = []
    for one in summary.headlines:
        micro, macro = (_gain(one.estimates, average) for average in ("micro", "macro"))
        for method in Method:
            over_rows, over_pairs = micro.interval(method), macro.interval(method)
            fields = {**interval_fields("micro", over_rows), **interval_fields("macro", over_pairs)}
            remarks = dict.fromkeys(remark for name in ("micro", "macro") if (remark := fields[f"{name}_remark"]))
            known = {"treatment": one.treatment.label, "method": method.label, **flattened(one.basis)}
            said = {"remark": "; ".join(map(str, remarks)) or None, "units": over_rows.units}
            said |= dict.fromkeys(("micro_few", "macro_few"))  # the units stand in a column of their own
            records.append(without_few({**known, **fields, **said, TOO_FEW: one.is_too_few}))
    columns = (
        TREATMENT,
        Column("method", "method"),
        Column("micro", "micro gain pp", Kind.POINTS_RANGE),
        Column("macro", "macro gain pp", Kind.POINTS_RANGE),
        Column("units", "units", Kind.COUNT),
        Column("remark", "caveats"),
    )
    quote = which_to_quote(estimate for one in summary.headlines for estimate in one.estimates)
    table = Table("gain-intervals", "Intervals of the gain", quote, columns, tuple(records), (ROWS, PAIRS))
    return resting(summary.settings, summary.population, table)


def _answers(summary: AccuracySummary) -> Table:
    note = (
        "Rows of registered solvers, before any treatment. Only an answered row can be right. A row that the harness "
        "failed is left out of every figure; a failed extraction and an answer that is not an option count as wrong; "
        "what is done with refused and unrun programs is the treatment's choice."
    )
    names = ("counted", "answered", "no_option", "extraction_failed", "missing", "refused", "not_run")
    columns = [Column(name, name.replace("_", " "), Kind.COUNT) for name in (*names, "harness_failure")]
    shown = (Column("channel", "channel"), ROWS, *columns)
    table = Table("answers", "Answers per channel", note, shown, tuple(summary.answers))
    return resting(summary.settings, summary.population, table, before_choice=True)


def _groups(
    summary: AccuracySummary, name: str, title: str, keys: Sequence[str], records: Iterable[Mapping[str, Any]]
) -> Table:
    lines = list(map(labelled, records))
    groups = dict.fromkeys(tuple(line[key] for key in keys) for line in reversed(lines))  # under kept are all of them
    order = {group: place for place, group in enumerate(reversed(groups))}
    lines.sort(key=lambda line: order[tuple(line[key] for key in keys)])
    pairs = () if len(keys) == 2 else (PAIRS,)
    named = (Column(key, key.removesuffix("_name")) for key in keys)
    columns = (*named, TREATMENT, ROWS, *pairs, *FIGURES, *ANSWER_KINDS)
    note = "Over rows (micro). The kinds of answers are the assisted channel's."
    return resting(summary.settings, summary.population, Table(name, title, note, columns, tuple(lines)))


def _stated(summary: AccuracySummary) -> list[dict[str, Any]]:
    return [{**record, "difficulty": record["difficulty"] or "not stated"} for record in summary.by_difficulty]


def _thresholds(summary: AccuracySummary) -> Table:
    records = []
    for record in summary.thresholds:
        known = {**labelled(record), "gate": f"> {record['direct_above']} %"}
        size = {name: record[name] for name in ("rows", "pairs")}
        records += [{**known, **record[average], **size, "average": average} for average in ("micro", "macro")]
    note = (
        "Only dataset-solver pairs whose direct accuracy is strictly above the gate. Which pairs these are was seen in "
        "the very answers that are counted; there are no intervals, since none would say how that choice varies."
    )
    columns = (TREATMENT, Column("gate", "direct"), _AVERAGE, ROWS, PAIRS, *FIGURES, *ANSWER_KINDS)
    table = Table("thresholds", "By direct-accuracy gate", note, columns, tuple(records))
    return resting(summary.settings, summary.population, table)
