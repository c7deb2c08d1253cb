"""A comparison as tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cgr_audit.accuracy.basis import CHOICE, LEVEL, resting_on
from cgr_audit.accuracy.columns import TREATMENT, answers_in_brief
from cgr_audit.accuracy.comparison.detectable import POWER
from cgr_audit.accuracy.comparison.pairing import How
from cgr_audit.accuracy.comparison.result import PAIR_INTERVAL, Agreement, Comparison
from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.accuracy.rows.answer_status import AnswerStatus
from cgr_audit.plural import counted
from cgr_audit.tables.table import TOO_FEW, Column, Kind, Table

__all__ = ["comparison_tables", "long_table"]

_NAMED_ITEMS = 10
"""Of more items that differ, the first are named; `comparison.json` has all."""
_NAMED = (Column("dataset", "dataset"), Column("solver", "solver"))
_COUNTS = (
    Column("rows", "rows", Kind.COUNT),
    Column("both", "both right", Kind.COUNT),
    Column("only_first", "only first", Kind.COUNT),
    Column("only_second", "only second", Kind.COUNT),
    Column("neither", "neither", Kind.COUNT),
    Column("first", "first %", Kind.PERCENT),
    Column("second", "second %", Kind.PERCENT),
    Column("difference", "difference pp", Kind.POINTS),
    Column("difference", "interval", Kind.POINTS_RANGE),
    Column("answers_first", "answers, first"),
    Column("answers_second", "answers, second"),
)
_INTERVAL = Column("interval_method", "method of the interval")
_EVERY_ANSWER = tuple(
    Column(f"{package}_{kind}", f"{package}: {kind.replace('_', ' ')}", Kind.COUNT)
    for package in ("first", "second")
    for kind in AnswerStatus
)
"""Both packages' answers by status, for programs to read."""
_TESTS = (
    Column("discordant", "discordant", Kind.COUNT),
    Column("exact", "exact p", Kind.P_VALUE),
    Column("adjusted", "Holm", Kind.P_VALUE),
    Column("mid_p", "mid-p", Kind.P_VALUE),
    Column("corrected_statistic", "chi-square", Kind.NUMBER),
    Column("corrected", "corrected p", Kind.P_VALUE),
    Column("items", "items", Kind.COUNT),
    Column("clustered", "by item p", Kind.P_VALUE),
    Column("detectable", "detectable pp", Kind.NUMBER),
)


def comparison_tables(comparison: Comparison, first: str, second: str) -> tuple[Table, ...]:
    """Every table, what was compared first; each says the choices that it depends on.

    Args:
        comparison: what is shown.
        first: what the first package is called.
        second: likewise.
    """
    shown = (
        _population(comparison, first, second),
        _answers(comparison),
        _differences(comparison),
        _pairs(comparison),
        _tests(comparison),
        _calls(comparison),
        *([_transitions(comparison)] if comparison.transitions else []),
    )
    items = [_items(comparison)] if comparison.differing_items else []
    return (*(_chosen(comparison, table) for table in shown), *items)


def long_table(comparison: Comparison) -> Table:
    """Every figure of all rows and of each pair, in one table, and the choices behind them on every line."""
    columns = (*_NAMED, *_COUNTS[:-2], *_TESTS)
    table = Table("comparison", "Comparison", "", columns, _agreements(comparison), (_INTERVAL, *_EVERY_ANSWER))
    return _chosen(comparison, table)


def _chosen(comparison: Comparison, table: Table) -> Table:
    """The table with the choices that it depends on, in its note and as columns of its files."""
    treatment = f"Rows whose program is not approved: {comparison.treatment.label}."
    note = f"{table.note} Channel: {comparison.channel}. {treatment} {comparison.missing.label.capitalize()}."
    left = comparison.population
    counts = {"the harness failed": left.harness_failures, "not approved": left.not_approved}
    said = [
        f"{counted(each.either, 'row')} ({why})"
        for why, each in {**counts, "missing": left.missing}.items()
        if each.either
    ]
    note += f" Left out before: {', '.join(said)}." if said else ""
    choices: dict[Column, Any] = {
        CHOICE: comparison.missing.value,
        Column("compared_channel", "channel"): comparison.channel,
        TREATMENT: comparison.treatment.value,
    }
    resampling: Resampling | None = comparison.resampling
    if _INTERVAL in table.stored:  # of pairs, from their own items: nothing is resampled
        choices[LEVEL], resampling = comparison.resampling.level, None
    return resting_on(resampling, replace(table, note=note.strip()), choices)


def _population(comparison: Comparison, first: str, second: str) -> Table:
    rows = comparison.population
    names = {"first": f"first: {first}", "second": f"second: {second}"}
    lines: list[dict[str, Any]] = []
    for package, total in (("first", rows.first), ("second", rows.second)):
        lines.append({"package": names[package], "what": "rows in all", "rows": total})
        lines += [
            {"package": names[package], "what": each.reason.label, "rows": each.rows, "example": "/".join(each.example)}
            for each in rows.unpaired
            if each.package == package
        ]
    lines.append({"package": "both", "what": "rows with a partner", "rows": rows.paired})
    for what, left in (
        ("left out: the harness failed", rows.harness_failures),
        ("left out: the program is not approved", rows.not_approved),
        ("left out: an answer is missing", rows.missing),
    ):
        caused = f"{left.first} of the first, {left.second} of the second package" if left.either else None
        lines.append({"package": "both", "what": what, "rows": left.either, "example": caused})
    lines.append({"package": "both", "what": "rows compared", "rows": rows.compared})
    compared = "; ".join(match.sentence for match in comparison.matches)
    note = f"Paired by dataset and item, and: {compared}."
    if any(match.how is How.ACROSS for match in comparison.matches):
        note += " What differs wholly is compared across."
    if rows.items_without_question:
        items = counted(rows.items_without_question, "item")
        note += f" The question of {items} is left out in one package: taken as the same by options and gold."
    columns = (
        Column("package", "package"),
        Column("what", "what"),
        Column("rows", "rows", Kind.COUNT),
        Column("example", "first of them, or whose"),
    )
    return Table("compared", "Which rows are compared", note, columns, tuple(lines))


def _answers(comparison: Comparison) -> Table:
    columns = (
        Column("package", "package"),
        Column("rows", "rows", Kind.COUNT),
        *(Column(status.value, status.value.replace("_", " "), Kind.COUNT) for status in AnswerStatus),
    )
    note = f"What the {comparison.channel} answers of the compared rows are."
    return Table("compared-answers", "Answers of the compared rows", note, columns, tuple(comparison.answers))


def _differences(comparison: Comparison) -> Table:
    rows = comparison.overall.rows
    few = comparison.overall.too_few
    records = [
        {
            "average": estimate.average,
            "measure": estimate.measure,
            "rows": rows,
            "value": None if few else estimate.value,
            "method": interval.method.label,
            "units": interval.units,
            "interval_low": None if few else interval.low,
            "interval_high": None if few else interval.high,
            "undefined": interval.undefined,
            "remark": interval.refused or interval.note,
            TOO_FEW: few,
        }
        for estimate in comparison.estimates
        for interval in estimate.intervals
    ]
    note = (
        f"Second minus first on {counted(rows, 'row')}, in percentage points. Micro: over rows; macro: mean over "
        f"{counted(len(comparison.pairs), 'pair')}. Both packages are resampled together, so that what they share "
        "cancels. Each method answers a question of its own; docs/intervals.md says which to quote."
    )
    columns = (
        Column("average", "average"),
        Column("measure", "measure"),
        Column("value", "difference pp", Kind.POINTS),
        Column("method", "method"),
        Column("units", "units", Kind.COUNT),
        Column("interval", "interval", Kind.POINTS_RANGE),
        Column("undefined", "undefined", Kind.COUNT),
        Column("remark", "caveats"),
    )
    return Table("differences", "Second minus first", note, columns, tuple(records))


def _pairs(comparison: Comparison) -> Table:
    note = (
        f"Rows by who got them right. The {100 * comparison.resampling.level:g} % interval of a pair rests on its own "
        f"items alone: {PAIR_INTERVAL}. Those of all rows are in the table of differences. Answers: missing / "
        "extraction failed / refused / not run."
    )
    columns, stored = (*_NAMED, *_COUNTS), (_INTERVAL, *_EVERY_ANSWER)
    return Table("compared-pairs", "By dataset and solver", note, columns, _agreements(comparison), stored)


def _tests(comparison: Comparison) -> Table:
    note = (
        "McNemar's tests of the discordant rows, two-sided: exact (binomial), the same adjusted by Holm over "
        f"{counted(len(comparison.pairs), 'pair')}, mid-p, and chi-square with continuity correction. These take rows "
        "as independent. By item: Obuchowski's test (1998), in which all rows of one item count as one observation; it "
        "is the one to read where there are more rows than items. Without discordant rows every p is 1. "
        f"Detectable: the smallest true difference that so many rows would show with {100 * POWER:g} % power, from the "
        "variance observed (Miller 2024)."
    )
    return Table("compared-tests", "McNemar's test", note, (*_NAMED, *_TESTS), _agreements(comparison))


def _calls(comparison: Comparison) -> Table:
    columns = (
        Column("channel", "channel"),
        Column("rows", "rows that know them", Kind.COUNT),
        Column("first", "first, mean", Kind.NUMBER),
        Column("second", "second, mean", Kind.NUMBER),
        Column("difference", "difference", Kind.NUMBER),
    )
    records = tuple(calls.to_record() for calls in comparison.calls)
    note = "Solver calls of a row over all attempts, where both packages know them."
    return Table("compared-calls", "Calls spent", note, columns, records)


def _transitions(comparison: Comparison) -> Table:
    columns = (
        Column("first", "verdict in the first"),
        Column("second", "verdict in the second"),
        Column("rows", "rows", Kind.COUNT),
        Column("only_first", "only first right", Kind.COUNT),
        Column("only_second", "only second right", Kind.COUNT),
    )
    records = tuple(transition.to_record() for transition in comparison.transitions)
    return Table("compared-verdicts", "Verdicts", "Compared rows by what became of the verdict.", columns, records)


def _items(comparison: Comparison) -> Table:
    differing = comparison.differing_items
    records = tuple({**item.to_record(), "what": ", ".join(item.what)} for item in differing[:_NAMED_ITEMS])
    columns = (Column("dataset", "dataset"), Column("item_id", "item"), Column("what", "what differs"))
    note = f"{counted(len(differing), 'item')} with the same id and not the same content: not compared."
    if len(differing) > len(records):
        note += f" The first {len(records)} are named here; `differing_items` of comparison.json holds them all."
    return Table("differing-items", "Items that are not the same", note, columns, records)


def _agreements(comparison: Comparison) -> tuple[Mapping[str, Any], ...]:
    return tuple(_agreement(each) for each in (comparison.overall, *comparison.pairs))


def _agreement(agreement: Agreement) -> dict[str, Any]:
    record = agreement.to_record()
    return {
        **record,
        "dataset": agreement.dataset or "all",
        "solver": _solver(agreement),
        "difference_low": record["low"],
        "difference_high": record["high"],
        "interval_method": None if record["low"] is None else PAIR_INTERVAL,
        **{f"first_{kind}": number for kind, number in agreement.answers_first.items()},
        **{f"second_{kind}": number for kind, number in agreement.answers_second.items()},
        "answers_first": answers_in_brief(agreement.answers_first),
        "answers_second": answers_in_brief(agreement.answers_second),
        "discordant": agreement.test.discordant,
        **{name: record["test"][name] for name in ("exact", "mid_p", "corrected_statistic", "corrected")},
        "clustered": record["clustered"]["p_value"],
    }


def _solver(agreement: Agreement) -> str:
    first, second = agreement.solver_first, agreement.solver_second
    if first is None:
        return "all"
    return first if first == second else f"{first} against {second}"
