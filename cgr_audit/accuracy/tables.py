"""The accuracy summary as tables: for Markdown, for CSV, for the page. Texts only; nothing is computed here."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cgr_audit.accuracy.summary import AccuracySummary
from cgr_audit.accuracy.treatments import Treatment

__all__ = ["Table", "accuracy_csv", "counted", "escape_markdown", "headline_table", "markdown", "tables"]


@dataclass(frozen=True, slots=True)
class Table:
    """A table ready to be shown: every cell is text."""

    name: str
    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[int] = frozenset()
    """Which columns hold numbers, and stand to the right."""


_ACCURACY = ("rows", "direct %", "assisted %", "generator %", "gain pp", "closure %")


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
    rows = []
    for headline in summary.headlines:
        for name, micro_, macro_ in (
            ("all pairs", headline.micro, headline.macro),
            ("non-zero baseline", headline.non_zero_micro, headline.non_zero_macro),
        ):
            if name != "all pairs" and headline.micro.rows and headline.micro.direct is None:
                continue
            rows.append((headline.treatment.label, name, "micro", str(micro_.rows), *_figures(micro_.to_record())))
            rows.append(
                (headline.treatment.label, name, "macro", counted(macro_.pairs, "pair"), *_figures(macro_.to_record()))
            )
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
    columns = ("treatment", "pairs", "average", *_ACCURACY)
    return Table(
        "headline",
        "Accuracy under four treatments of programs that are not approved",
        note,
        columns,
        tuple(rows),
        frozenset(range(3, 9)),
    )


def markdown(table: Table, level: int = 2) -> str:
    """A table as GitHub-flavoured Markdown, with its title and note."""
    lines = [f"{'#' * level} {table.title}", ""]
    if table.note:
        lines += [escape_markdown(table.note), ""]
    if not table.rows:
        return "\n".join([*lines, "None.", ""])
    lines.append("| " + " | ".join(table.columns) + " |")
    lines.append(
        "|" + "|".join("---:" if number in table.numeric else "---" for number in range(len(table.columns))) + "|"
    )
    lines += ["| " + " | ".join(escape_markdown(cell) for cell in row) + " |" for row in table.rows]
    return "\n".join([*lines, ""])


def counted(number: int, noun: str) -> str:
    """A number with its noun in the right form: ``1 row``, ``2 rows``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def escape_markdown(text: str) -> str:
    """Text that means only itself inside a Markdown table."""
    plain = " ".join(text.split())
    return "".join("\\" + letter if letter in "\\`*_[]<>|#~" else letter for letter in plain)


def accuracy_csv(summary: AccuracySummary) -> str:
    """One long table of every accuracy figure: treatment, group, partition, average; null is an empty field."""
    stream = io.StringIO()
    columns = ["treatment", "partition", "average", "dataset", "solver", "rows", "pairs"]
    columns += ["direct_correct", "assisted_correct", "generator_correct"]
    columns += ["direct", "assisted", "generator", "gain", "closure"]
    writer = csv.DictWriter(stream, columns, lineterminator="\n", restval="")
    writer.writeheader()
    for headline in summary.headlines:
        record = headline.to_record()
        for partition, figures in (("all", record), ("non_zero_baseline", record["non_zero_baseline"])):
            for average in ("micro", "macro"):
                line: dict[str, Any] = {
                    "treatment": headline.treatment.value,
                    "partition": partition,
                    "average": average,
                }
                writer.writerow(_without_null({**line, **figures[average]}))
    for group in (summary.by_dataset, summary.by_solver, summary.by_pair):
        for named in group:
            writer.writerow(_without_null({"partition": "all", "average": "micro", **named}))
    return stream.getvalue()


def _groups(name: str, title: str, keys: Sequence[str], records: Iterable[Mapping[str, Any]]) -> Table:
    rows = [
        (
            *(str(record[key]) for key in keys),
            Treatment(record["treatment"]).label,
            str(record["rows"]),
            *_figures(record),
        )
        for record in records
    ]
    rows.sort(key=lambda row: row[: len(keys)])
    count = len(keys) + 1
    return Table(name, title, "", (*keys, "treatment", *_ACCURACY), tuple(rows), frozenset(range(count, count + 6)))


def _thresholds(summary: AccuracySummary) -> Table:
    rows = []
    for record in summary.thresholds:
        for average in ("micro", "macro"):
            figures = record[average]
            size = str(figures["rows"]) if average == "micro" else counted(figures["pairs"], "pair")
            rows.append((f"> {record['direct_above']} %", average, size, *_figures(figures)))
    treatment = Treatment(summary.thresholds[0]["treatment"]).label if summary.thresholds else ""
    note = f"Only dataset-solver pairs whose direct accuracy is strictly above the gate (not approved: {treatment})."
    return Table(
        "thresholds",
        "By direct-accuracy gate",
        note,
        ("direct", "average", *_ACCURACY),
        tuple(rows),
        frozenset(range(2, 8)),
    )


def _answers(summary: AccuracySummary) -> Table:
    rows = [tuple(str(value) for value in record.values()) for record in summary.answers]
    note = "Only an answered row can be right. The others count as wrong in every accuracy above."
    columns = ("channel", "rows", "answered", "extraction failed", "no option of the item", "missing")
    columns += ("harness failure", "refused", "not run")
    return Table("answers", "Answers per channel", note, columns, tuple(rows), frozenset(range(1, 9)))


def _budgets(summary: AccuracySummary) -> Table:
    rows = [
        (
            record["channel"],
            record["per"],
            str(record["count"]),
            _number(record["mean"]),
            _number(record["median"]),
            _number(record["p95"]),
            "–" if record["max"] is None else str(record["max"]),
            "–" if record["budget"] is None else str(record["budget"]),
            "–"
            if record["above_budget"] is None
            else f"{record['above_budget']} ({_number(record['above_budget_percent'])} %)",
        )
        for record in summary.budgets
    ]
    note = "Solver calls. The budget is the contract's, per attempt of the assisted path."
    columns = ("channel", "per", "count", "mean", "median", "95th percentile", "maximum", "budget", "above budget")
    return Table("budgets", "Solver calls", note, columns, tuple(rows), frozenset(range(2, 9)))


def _rules(summary: AccuracySummary) -> Table:
    rows = [tuple(str(value) for value in record.values()) for record in summary.rules]
    columns = ("rule", "dataset", "solver", "programs", "rows")
    return Table("rules", "Findings by rule, dataset and solver", "", columns, tuple(rows), frozenset({3, 4}))


def _provenance(summary: AccuracySummary) -> Table:
    rows = [tuple(str(value) for value in record.values()) for record in summary.executed_provenance]
    note = "Where the executed path says that an assisted answer comes from; undetermined where it does not decide it."
    columns = ("executed provenance", "rows", "correct")
    return Table("provenance", "Where assisted answers come from", note, columns, tuple(rows), frozenset({1, 2}))


def _probes(summary: AccuracySummary) -> Table:
    rows = [
        (record["sensitivity"] or "not probed", str(record["programs"]), str(record["rows"]), *_figures(record))
        for record in summary.probes
    ]
    note = (
        "Each program was run on its item under solvers that differ only in what they answer. Sensitive: some solver "
        "brought about every option; partly: the answer changed, but some options never came; insensitive: it stayed "
        "the same; undecided: hardly a run came to an answer."
    )
    columns = ("the answer is", "programs", *_ACCURACY)
    return Table(
        "probes", "By whether the answer follows the solver", note, columns, tuple(rows), frozenset(range(1, 9))
    )


def _figures(record: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        *(_number(record[name]) for name in ("direct", "assisted", "generator")),
        _number(record["gain"], sign=True),
        _number(record["closure"]),
    )


def _number(value: float | None, *, sign: bool = False) -> str:
    """Two decimals; a dash for what is undefined; never a negative zero."""
    if value is None:
        return "–"
    shown = f"{value:+.2f}" if sign else f"{value:.2f}"
    return "0.00" if float(shown) == 0 else shown


def _without_null(record: Mapping[str, Any]) -> dict[str, Any]:
    return {name: "" if value is None else value for name, value in record.items()}
