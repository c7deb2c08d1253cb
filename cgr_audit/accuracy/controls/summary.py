"""What a package's controls say: their own answers, and the assisted answers against each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.aggregates import rounded
from cgr_audit.accuracy.controls.answers import CONTROLS, arms
from cgr_audit.accuracy.controls.comparison import ControlComparison, compare_controls
from cgr_audit.accuracy.headline import Headline
from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.accuracy.measures import rounded_percent
from cgr_audit.accuracy.treated import TreatedRows
from cgr_audit.tables.table import FEWEST_ROWS, TOO_FEW

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Controls", "controls_summary"]

_ITEM = ["dataset", "item_id"]


@dataclass(frozen=True, slots=True)
class Controls:
    """What a package's controls say; both parts are empty where it has none."""

    answers: Sequence[Mapping[str, Any]] = ()
    """Per control: its rows, what became of them, and how often it is right, whether or not a row is compared."""
    comparisons: tuple[ControlComparison, ...] = ()
    """By treatment, partition and control."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return {
            "answers": list(self.answers),
            "comparisons": [comparison.to_record() for comparison in self.comparisons],
        }


def controls_summary(
    controls: pd.DataFrame | None,
    rows: pd.DataFrame,
    treated: Sequence[TreatedRows],
    headlines: Sequence[Headline],
    resampling: Resampling,
) -> Controls:
    """Compare under every treatment, and count the controls' own answers.

    Args:
        controls: as ``control_answers`` gives them; nothing if the package has none.
        rows: of registered solvers, those that do not count among them.
        treated: the rows under each treatment.
        headlines: of the same treatments; they say which pairs have a zero baseline.
        resampling: of the intervals.
    """
    if controls is None:
        return Controls()
    has_direct = bool(rows["direct_correct"].notna().any())
    found = list(arms(rows, controls, has_direct=has_direct))
    comparisons = tuple(
        comparison
        for one, headline in zip(treated, headlines, strict=True)
        for comparison in compare_controls(one, found, headline.zero_pairs, resampling)
    )
    return Controls(tuple(_answers(controls, rows)), comparisons)


def _answers(controls: pd.DataFrame, rows: pd.DataFrame) -> Sequence[dict[str, Any]]:
    with_rows = set(zip(*(rows[name].astype("string") for name in _ITEM), strict=True))
    is_alone = [item not in with_rows for item in zip(*(controls[name] for name in _ITEM), strict=True)]
    counted = controls.assign(is_alone=is_alone)[controls["registered"]]
    lines = []
    for control in CONTROLS:
        for is_matched in (True, False):
            chosen = counted[(counted["control"] == control) & (counted["is_matched"] == is_matched)]
            if len(chosen):
                alone = _counts(chosen[chosen["is_alone"]])
                said = {f"without_program_{name}": alone[name] for name in ("rows", "right", "percent")}
                known = {"control": control, "is_matched": is_matched, "calls": float(chosen["calls"].mean())}
                lines.append({**rounded(known), **_counts(chosen), **said})
    return lines


def _counts(chosen: pd.DataFrame) -> dict[str, Any]:
    """Control rows by what became of them; the share is of those that are right or wrong."""
    failed = chosen["error"].notna()
    unknown = chosen["right"].isna() & ~failed
    right = chosen["right"].fillna(value=False).astype(bool)
    no_answer = chosen["extraction_failed"].fillna(value=False).astype(bool) & ~failed & ~unknown & ~right
    numbers = {
        "rows": len(chosen),
        "right": int(right.sum()),
        "extraction_failed": int(no_answer.sum()),
        "failed": int(failed.sum()),
        "without_gold": int(unknown.sum()),
    }
    known = numbers["rows"] - numbers["failed"] - numbers["without_gold"]
    few = known < FEWEST_ROWS
    return {**numbers, "percent": None if few else rounded_percent(numbers["right"], known), TOO_FEW: few}
