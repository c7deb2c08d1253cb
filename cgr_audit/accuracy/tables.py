"""The accuracy summary as tables. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cgr_audit.accuracy.summary import AccuracySummary
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.tables.table import Column, Kind, Table

__all__ = ["accuracy_table", "headline_table", "tables"]

_FIGURES = (
    Column("direct", "direct %", Kind.PERCENT),
    Column("assisted", "assisted %", Kind.PERCENT),
    Column("generator", "generator %", Kind.PERCENT),
    Column("gain", "gain pp", Kind.POINTS),
    Column("closure", "closure %", Kind.NUMBER),
)
_ROWS = Column("rows", "rows", Kind.COUNT)
_PAIRS = Column("pairs", "pairs", Kind.COUNT)
_PROGRAMS = Column("programs", "programs", Kind.COUNT)


def tables(summary: AccuracySummary) -> list[Table]:
    """Every table of a summary, the headline first."""
    return [
        headline_table(summary),
        _groups("by-dataset", "By dataset", ("dataset",), summary.by_dataset),
        _groups("by-solver", "By solver", ("solver",), summary.by_solver),
        _groups("by-pair", "By dataset and solver", ("dataset", "solver"), summary.by_pair),
        _thresholds(summary),
        _answers(summary),
        _budgets(summary),
        _rules(summary),
        _provenance(summary),
        *([_probes(summary)] if summary.probes else []),
    ]


def headline_table(summary: AccuracySummary) -> Table:
    """Accuracy under the treatments of rows whose program is not approved."""
    records = []
    for headline in summary.headlines:
        for partition, micro_, macro_ in (
            ("all pairs", headline.micro, headline.macro),
            ("non-zero baseline", headline.non_zero_micro, headline.non_zero_macro),
        ):
            if partition != "all pairs" and headline.micro.rows and headline.micro.direct is None:
                continue
            named = {"treatment": headline.treatment.label, "partition": partition, "pairs": macro_.pairs}
            records.append({**named, "average": "micro", **micro_.to_record()})
            records.append({**named, "average": "macro", "rows": micro_.rows, **macro_.to_record()})
    note = (
        "Micro: over rows. Macro: unweighted mean over dataset-solver pairs. Non-zero baseline: pairs with at least "
        "one correct direct answer. A missing answer counts as wrong; how many there are is in the table of answers. "
        "What changes between treatments is associated with the programs that are not approved, not proven to be due "
        "to them."
    )
    if not summary.population.judged:
        note = "Nothing was judged (there are no verdicts), so every row is kept. " + note
    for channel in summary.population.absent:
        note = f"No row has a {channel} answer. {note}"
    texts = (Column("treatment", "treatment"), Column("partition", "partition"), Column("average", "average"))
    title = "Accuracy under four treatments of programs that are not approved"
    return Table("headline", title, note, (*texts, _ROWS, _PAIRS, *_FIGURES), tuple(records))


def accuracy_table(summary: AccuracySummary) -> Table:
    """One long table of every accuracy figure: treatment, group, partition, average."""
    records: list[Mapping[str, Any]] = []
    for headline in summary.headlines:
        record = headline.to_record()
        for partition, figures in (("all", record), ("non_zero_baseline", record["non_zero_baseline"])):
            for average in ("micro", "macro"):
                line = {"treatment": headline.treatment.value, "partition": partition, "average": average}
                records.append({**line, **figures[average]})
    for group in (summary.by_dataset, summary.by_solver, summary.by_pair):
        records += [{"partition": "all", "average": "micro", **named} for named in group]
    texts = [Column(name, name) for name in ("treatment", "partition", "average", "dataset", "solver")]
    correct = [Column(f"{name}_correct", f"{name} correct", Kind.COUNT) for name in ("direct", "assisted", "generator")]
    return Table("accuracy", "Accuracy", "", (*texts, _ROWS, _PAIRS, *correct, *_FIGURES), tuple(records))


def _groups(name: str, title: str, keys: Sequence[str], records: Iterable[Mapping[str, Any]]) -> Table:
    labelled = [{**record, "treatment": Treatment(record["treatment"]).label} for record in records]
    labelled.sort(key=lambda record: tuple(record[key] for key in keys))
    columns = (*(Column(key, key) for key in keys), Column("treatment", "treatment"), _ROWS, *_FIGURES)
    return Table(name, title, "", columns, tuple(labelled))


def _thresholds(summary: AccuracySummary) -> Table:
    records = []
    for record in summary.thresholds:
        gate = {"gate": f"> {record['direct_above']} %", "pairs": record["macro"]["pairs"]}
        records.append({**gate, "average": "micro", **record["micro"]})
        records.append({**gate, "average": "macro", "rows": record["micro"]["rows"], **record["macro"]})
    treatment = Treatment(summary.thresholds[0]["treatment"]).label if summary.thresholds else ""
    note = f"Only dataset-solver pairs whose direct accuracy is strictly above the gate (not approved: {treatment})."
    columns = (Column("gate", "direct"), Column("average", "average"), _ROWS, _PAIRS, *_FIGURES)
    return Table("thresholds", "By direct-accuracy gate", note, columns, tuple(records))


def _answers(summary: AccuracySummary) -> Table:
    note = "Only an answered row can be right. The others count as wrong in every accuracy above."
    names = [name for name in summary.answers[0] if name not in {"channel", "rows"}]
    columns = [Column(name, name.replace("_", " "), Kind.COUNT) for name in names]
    columns = [Column("channel", "channel"), _ROWS, *columns]
    return Table("answers", "Answers per channel", note, tuple(columns), tuple(summary.answers))


def _budgets(summary: AccuracySummary) -> Table:
    note = "Solver calls. The budget is the contract's, per attempt of the assisted path."
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
    return Table("budgets", "Solver calls", note, columns, tuple(summary.budgets))


def _rules(summary: AccuracySummary) -> Table:
    columns = (Column("code", "rule"), Column("dataset", "dataset"), Column("solver", "solver"), _PROGRAMS, _ROWS)
    return Table("rules", "Findings by rule, dataset and solver", "", columns, tuple(summary.rules))


def _provenance(summary: AccuracySummary) -> Table:
    note = "Where the executed path says that an assisted answer comes from; undetermined where it does not decide it."
    columns = (Column("provenance", "executed provenance"), _ROWS, Column("correct", "correct", Kind.COUNT))
    return Table("provenance", "Where assisted answers come from", note, columns, tuple(summary.executed_provenance))


def _probes(summary: AccuracySummary) -> Table:
    records = [{**record, "sensitivity": record["sensitivity"] or "not probed"} for record in summary.probes]
    note = (
        "Each program was run on its item under solvers that differ only in what they answer. Sensitive: some solver "
        "brought about every option; partly: the answer changed, but some options never came; insensitive: it stayed "
        "the same; undecided: hardly a run came to an answer."
    )
    columns = (Column("sensitivity", "the answer is"), _PROGRAMS, _ROWS, *_FIGURES)
    return Table("probes", "By whether the answer follows the solver", note, columns, tuple(records))
