"""What a package records of its experiment, as tables."""

from __future__ import annotations

import json
from typing import Any

from cgr_audit.accuracy.basis import resting
from cgr_audit.accuracy.columns import ANSWER_KINDS, FIGURES, KEPT, PAIRS, PROGRAMS, ROWS, TREATMENT, flattened
from cgr_audit.accuracy.experiment.experiment import Experiment
from cgr_audit.accuracy.summary import AccuracySummary
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.tables.table import Column, Kind, Table

__all__ = ["experiment_tables"]

_GENERATOR = Column("generator", "generator")


def experiment_tables(experiment: Experiment, summary: AccuracySummary) -> list[Table]:
    """Items against rows, who took part, and how programs were generated as far as the package says it."""
    counts = [_sources(experiment), _roster(experiment), *([_attempts(experiment)] if experiment.attempts else [])]
    return [
        *(resting(summary.settings, summary.population, table, before_choice=True) for table in counts),
        *([_by_attempts(experiment, summary)] if experiment.by_attempts else []),
    ]


def _sources(experiment: Experiment) -> Table:
    note = (
        "Rows of registered solvers. Retained: rows that count, whatever their program's verdict; approved: of these, "
        "rows of approved programs. The share is of source items with a retained row."
    )
    columns = (
        Column("dataset", "dataset"),
        Column("solver", "solver"),
        Column("items", "source items", Kind.COUNT),
        Column("items_with_program", "with a program", Kind.COUNT),
        Column("items_with_rows", "with rows", Kind.COUNT),
        ROWS,
        Column("retained", "retained rows", Kind.COUNT),
        Column("approved", "of approved programs", Kind.COUNT),
        Column("items_retained", "items retained", Kind.COUNT),
        Column("percent", "items retained %", Kind.PERCENT),
    )
    records = tuple(
        {**record, **{name: record[name] or "all" for name in ("dataset", "solver")}} for record in experiment.sources
    )
    return Table("sources", "Source items against retained rows", note, columns, records)


def _roster(experiment: Experiment) -> Table:
    note = "Only registered solvers count. What is not known of a model is left open."
    columns = (
        Column("role", "role"),
        Column("name", "name"),
        Column("registered", "registered", Kind.FLAG),
        Column("provider", "provider"),
        Column("model_id", "model"),
        Column("parameters", "parameters"),
        PROGRAMS,
        ROWS,
    )
    records = tuple({**record, "parameters": _parameters(record["parameters"])} for record in experiment.roster)
    return Table("roster", "Solvers and generators", note, columns, records)


def _parameters(parameters: Any) -> str | None:
    return json.dumps(parameters, ensure_ascii=False, sort_keys=True) if parameters else None


def _attempts(experiment: Experiment) -> Table:
    note = (
        "Requests to a generator for a program, by what came of them. Feedback: which findings a further attempt is "
        "shown (none, contract, all); with `all`, what is measured is no longer a generator that nobody corrects."
    )
    columns = (
        _GENERATOR,
        Column("attempt", "attempt", Kind.COUNT),
        Column("feedback", "feedback"),
        Column("status", "status"),
        Column("count", "attempts", Kind.COUNT),
        Column("with_feedback", "shown a finding", Kind.COUNT),
    )
    return Table("generation-attempts", "Attempts to write programs", note, columns, tuple(experiment.attempts))


def _by_attempts(experiment: Experiment, summary: AccuracySummary) -> Table:
    kept = Treatment.KEPT.label
    records = tuple(
        {**flattened(record), "attempts": str(record["attempts"] or "not known"), "treatment": kept}
        for record in experiment.by_attempts
    )
    note = (
        "How many attempts a row's program took. Descriptive: items whose program takes several attempts are other "
        f"items. {KEPT} The kinds of answers are the assisted channel's."
    )
    columns = (Column("attempts", "attempts of the generator"), ROWS, PAIRS, *FIGURES, *ANSWER_KINDS)
    table = Table("by-attempts", "By number of the generator's attempts", note, columns, records, (TREATMENT,))
    return resting(summary.settings, summary.population, table)
