"""One long table of every figure of a summary, a line each, with what it rests on and its intervals next to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cgr_audit.accuracy.basis import CHOICE, RESAMPLING
from cgr_audit.accuracy.columns import EVERY_ANSWER_KIND, flattened
from cgr_audit.accuracy.few_rows import without_few
from cgr_audit.accuracy.intervals.estimates import Estimate, Method
from cgr_audit.accuracy.measures import MEASURES
from cgr_audit.accuracy.splits.violations import Group
from cgr_audit.accuracy.summary import AccuracySummary
from cgr_audit.accuracy.table_warnings import WARNINGS, warning_kinds
from cgr_audit.tables.table import TOO_FEW, Column, Kind, Table

__all__ = ["long_table"]

_KEYS = ("section", "treatment", "partition", "average", "dataset", "solver", "code", "group")
_BASIS = ("rows", "pairs")
_OTHER = ("rows_without", "pairs_without")
_COUNTED = ("left_out", "harness_failures", "generator_not_executed", "unrecorded")


def long_table(summary: AccuracySummary) -> Table:
    """Every figure: its section and keys, the measure, the value, and per method the interval or why there is none.

    Values are percentages, and percentage points of gains and differences; null where they are undefined or rest on
    too few rows. ``rows`` and ``pairs`` are what a value is a share of; of a difference, those of the rows with a
    finding, ``rows_without`` and ``pairs_without`` being the others.
    """
    columns = (
        *(Column(name, name) for name in (*_KEYS, "measure")),
        Column("value", "value", Kind.NUMBER),
        *(Column(name, name, Kind.COUNT) for name in (*_BASIS, *_OTHER)),
        Column(TOO_FEW, "too few", Kind.FLAG),
        *(column for method in Method for column in _interval_columns(method)),
        *RESAMPLING,
        CHOICE,
        *(Column(name, name, Kind.COUNT) for name in _COUNTED),
        *EVERY_ANSWER_KIND,
        WARNINGS,
    )
    sampling = summary.settings.resampling
    chosen: dict[str, Any] = {CHOICE.key: summary.settings.missing.value}
    chosen[WARNINGS.key] = warning_kinds(summary.warnings)
    chosen |= {"level": sampling.level, "resamples": sampling.resamples, "seed": sampling.seed}
    records = tuple({**chosen, **line} for line in _lines(summary))
    return Table("accuracy", "Every figure", "", columns, records)


def _interval_columns(method: Method) -> tuple[Column, ...]:
    name = method.value
    return (
        Column(f"{name}_low", f"{method.label}, low", Kind.NUMBER),
        Column(f"{name}_high", f"{method.label}, high", Kind.NUMBER),
        Column(f"{name}_units", f"{method.label}, {method.unit}", Kind.COUNT),
        Column(f"{name}_undefined", f"{method.label}, undefined resamples", Kind.COUNT),
        Column(f"{name}_refused", f"{method.label}, why none", Kind.TEXT),
        Column(f"{name}_note", f"{method.label}, caveats", Kind.TEXT),
    )


def _lines(summary: AccuracySummary) -> Iterator[dict[str, Any]]:
    yield from _headlines(summary)
    yield from _groups(summary)
    yield from _controls(summary)
    yield from _violations(summary)
    yield from _others(summary)


def _headlines(summary: AccuracySummary) -> Iterator[dict[str, Any]]:
    for one in summary.headlines:
        for partition, found, basis in (
            ("all", one.estimates, one.basis),
            ("non_zero_baseline", one.non_zero_estimates, one.non_zero_basis),
        ):
            keys = {"section": "headline", "treatment": one.treatment.value, "partition": partition}
            yield from _estimates(found, {**keys, **_basis(basis), "unrecorded": one.unrecorded})


def _groups(summary: AccuracySummary) -> Iterator[dict[str, Any]]:
    for section in ("by_dataset", "by_solver", "by_pair"):
        for record in getattr(summary, section):
            yield from _measures(record, {"section": section, "partition": "all", "average": "micro"})
    for section, named in (("by_generator", "generator_name"), ("by_difficulty", "difficulty")):
        for record in getattr(summary, section):
            yield from _measures(record, {"section": section, "group": record[named], "average": "micro"})
    for one in summary.headlines:
        for average, figures in (("micro", one.zero_micro), ("macro", one.zero_macro)) if one.zero_pairs else ():
            keys = {"section": "headline", "treatment": one.treatment.value, "partition": "zero_baseline"}
            few = {**one.zero_basis, **figures.to_record(), "rows": one.zero_micro.rows, "pairs": one.zero_macro.pairs}
            yield from _measures(without_few(few), {**keys, "average": average})
    for record in summary.thresholds:
        for average in ("micro", "macro"):
            keys = {"section": "thresholds", "partition": f"above_{record['direct_above']}", "average": average}
            size = {name: record[name] for name in _BASIS}
            yield from _measures({**record, **record[average], **size}, keys)


def _controls(summary: AccuracySummary) -> Iterator[dict[str, Any]]:
    for one in summary.controls.comparisons:
        keys = {"section": "controls", "treatment": one.treatment.value, "partition": one.partition.value}
        basis = {**keys, "group": one.label, "rows": one.rows, "pairs": one.pairs, TOO_FEW: one.is_too_few}
        yield from _estimates(one.estimates, basis)


def _violations(summary: AccuracySummary) -> Iterator[dict[str, Any]]:
    for violation in summary.violations:
        groups = {"with": violation.with_finding, "without": violation.without}
        for name, group in groups.items():
            yield from _group(violation.code, name, group)
        carried, others = (groups[name].figures for name in groups)
        basis = {"section": "violations", "code": violation.code, "group": "difference", "treatment": "kept"}
        sizes = {name: carried[name] for name in _BASIS} | {f"{name}_without": others[name] for name in _BASIS}
        few = not violation.difference
        yield from _estimates(violation.difference, {**basis, **sizes, TOO_FEW: few})
    if summary.not_audited is not None:
        yield from _group(None, "not_audited", summary.not_audited)


def _group(code: str | None, name: str, group: Group) -> Iterator[dict[str, Any]]:
    basis = {"section": "violations", "code": code, "group": name, "treatment": "kept", "unrecorded": group.unrecorded}
    if group.estimates:
        yield from _estimates(group.estimates, {**basis, **_basis(group.figures)})
    else:
        yield from _measures(group.figures, {**basis, "average": "micro"}, ("direct", "assisted", "gain"))


def _others(summary: AccuracySummary) -> Iterator[dict[str, Any]]:
    for record in summary.calls_spent:
        keys = {"section": "calls_spent", "group": _calls(record), "treatment": "kept", "average": "micro"}
        yield from _measures(record, keys)
    for record in summary.probes:
        keys = {"section": "probes", "group": record["sensitivity"], "treatment": "kept", "average": "micro"}
        yield from _measures(record, keys)
    share = summary.fallback_share
    size = {name: share[name] for name in (*_BASIS, TOO_FEW)}
    for measure in ("percent", "percent_at_most"):
        keys = {"section": "fallback_share", "treatment": "kept", "measure": measure}
        yield {**keys, "value": share[measure], **size}
    for record in summary.overlap:
        keys = {"section": "overlap", "group": _right(record), "treatment": record["treatment"], "measure": "percent"}
        yield {
            **keys,
            "partition": record["partition"],
            "value": record["percent"],
            "rows": record["of"],
            TOO_FEW: record[TOO_FEW],
        }


def _basis(record: Mapping[str, Any]) -> dict[str, Any]:
    known = flattened(record)
    wanted = (*_BASIS, TOO_FEW, *_COUNTED, *(column.key for column in EVERY_ANSWER_KIND))
    return {name: known[name] for name in wanted if name in known}


def _measures(
    record: Mapping[str, Any], keys: Mapping[str, Any], measures: Iterable[str] = MEASURES
) -> Iterator[dict[str, Any]]:
    named = {name: record[name] for name in ("treatment", "dataset", "solver") if name in record}
    for measure in measures:
        yield {**keys, **named, **_basis(record), "measure": measure, "value": record[measure]}


def _estimates(found: Iterable[Estimate], basis: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for estimate in found:
        record = {**basis, "average": estimate.average, "measure": estimate.measure}
        if basis[TOO_FEW]:
            yield {**record, "value": None}
            continue
        record["value"] = None if estimate.value is None else round(estimate.value, 6)
        for interval in estimate.intervals:
            said = interval.to_record()
            names = ("low", "high", "units", "undefined", "refused", "note")
            record |= {f"{interval.method.value}_{name}": said[name] for name in names}
        yield record


def _calls(record: Mapping[str, Any]) -> str | None:
    first, last = record["calls_from"], record["calls_to"]
    if first is None:
        return None
    if last is None:
        return f"{first} or more"
    return str(first) if first == last else f"{first} to {last}"  # a spreadsheet takes 4-5 for a date


def _right(record: Mapping[str, Any]) -> str:
    """Such as ``direct+assisted``: the channels that are right."""
    return "+".join(name for name in ("direct", "assisted", "generator") if record[name]) or "none"
