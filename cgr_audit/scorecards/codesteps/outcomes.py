"""Every sample in one class: it passes, fails in some way, was not run, or nothing is known of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cgr_audit.scorecards.codesteps.verdicts import Unjudged, Verdict
from cgr_audit.tables.shortened import NAME_SHOWN
from cgr_audit.tables.table import Column, Kind, Table

__all__ = ["outcome_table"]


def outcome_table(of_rows: Sequence[Sequence[Verdict]], languages: Sequence[str | None]) -> Table:
    """A line for each class that has samples; code that is not run is in one by its language.

    Args:
        of_rows: of each row the verdicts on its samples.
        languages: of each row, as it names it.
    """
    classes = Counter(_outcome(one, language) for row, language in zip(of_rows, languages, strict=True) for one in row)
    records = tuple(
        {"outcome": name, "samples": count, "share": count / classes.total()}
        for (_, name), count in sorted(classes.items())
    )
    columns = (
        Column("outcome", "outcome", longest=NAME_SHOWN),
        Column("samples", "samples", Kind.COUNT),
        Column("share", "share %", Kind.RATE),
    )
    note = "Every sample once. Only Python is run; code in other languages is a class of its own."
    return Table("outcomes", "Samples by outcome", note, columns, records)


def _outcome(verdict: Verdict, language: str | None) -> tuple[int, str]:
    """The place of a class among others, and its name."""
    if verdict.passed:
        return 0, "passed"
    if verdict.failure is not None:
        return 1, f"failed: {verdict.failure.replace('_', ' ')}"
    if verdict.unjudged is Unjudged.NOT_PYTHON:
        return 2, f"not run: {(language or '').strip() or 'not Python'}"
    return 3, f"not judged: {(verdict.unjudged or Unjudged.NO_VERDICT).replace('_', ' ')}"
