"""Metadata coverage: of how many rows, and of how many calls, each thing is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.controls.answers import CONTROLS
from cgr_audit.accuracy.measures import rounded_percent
from cgr_audit.accuracy.population import WITHOUT_ANSWER
from cgr_audit.accuracy.rows.answer_status import CHANNELS
from cgr_audit.records.call_counts import METADATA
from cgr_audit.tables.table import FEWEST_ROWS, TOO_FEW

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["metadata_coverage"]

_BY_CHANNEL = {
    "direct": ("direct_calls",),
    "assisted": ("assisted_calls", "attempts", "outcome", "fuel", "wall_s", "executed_provenance"),
    "generator": ("genLLM_difficulty",),
}
"""The columns that belong to each channel."""
_SAID = ("prompt_tokens", "response_tokens", "parameters")
"""What a control row may say besides its answer."""
_OF_PROGRAMS = ("program_id", "verdict", "sensitivity")


def metadata_coverage(
    rows: pd.DataFrame, attempts: pd.DataFrame, controls: pd.DataFrame | None = None
) -> list[dict[str, Any]]:
    """How many rows have each field, by channel; and how many recorded calls say each thing of ``METADATA``.

    Args:
        rows: those that count.
        attempts: as ``calls_by_attempt`` gives them; those of registered solvers.
        controls: as ``control_answers`` gives them; their tokens and parameters are of the whole row.

    Returns:
        ``channel`` (or a control; null: of the program), ``field``, ``of`` (``row``, ``call`` or ``control``),
        ``known``, ``total``, ``percent`` (null, and ``too_few``, where the total is below ten).
    """
    lines = []
    for channel in CHANNELS:
        answered = int((~rows[f"{channel}_status"].isin(WITHOUT_ANSWER)).sum())
        lines.append(_line(channel, "answer", "row", answered, len(rows)))
        known = {field: int(rows[field].notna().sum()) for field in _BY_CHANNEL[channel]}
        lines += [_line(channel, field, "row", number, len(rows)) for field, number in known.items()]
        made = attempts[attempts["channel"] == channel]
        total = int(made["calls"].sum())
        if channel != "generator":
            lines += [_line(channel, field, "call", int(made[field].sum()), total) for field in METADATA]
    lines += [_line(None, field, "row", int(rows[field].notna().sum()), len(rows)) for field in _OF_PROGRAMS]
    if controls is not None:
        for control in CONTROLS:
            of_control = controls[controls["control"] == control]
            if len(of_control):
                known = {field: _known(of_control[field]) for field in _SAID}
                lines += [_line(control, field, "control", number, len(of_control)) for field, number in known.items()]
    return lines


def _known(column: pd.Series[Any]) -> int:
    """Of how many control rows something is known: what a flag says, or that there is a value."""
    return int(column.sum() if column.dtype == bool else column.notna().sum())


def _line(channel: str | None, field: str, of: str, known: int, total: int) -> dict[str, Any]:
    too_few = total < FEWEST_ROWS
    share = None if too_few else rounded_percent(known, total)
    counts = {"channel": channel, "field": field, "of": of, "known": known, "total": total}
    return {**counts, "percent": share, TOO_FEW: too_few}
