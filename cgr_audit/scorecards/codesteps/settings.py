"""What a model had in front of it when it wrote code: nothing, its own steps, or the reference steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.scorecards.comparison import Comparison, Part
from cgr_audit.scorecards.labelled_values import LabelledValues
from cgr_audit.scorecards.rates import Measure, Value, ratio
from cgr_audit.scorecards.row_sums import RowSums

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Setting", "has_scored_steps", "setting_of", "settings_compared"]


class Setting(StrEnum):
    """A value of the field ``setting``; a row without one is as in ``own_steps``."""

    WITHOUT_STEPS = "without_steps"
    OWN_STEPS = "own_steps"
    GIVEN_STEPS = "given_steps"

    @property
    def words(self) -> str:
        """As people read it."""
        return self.value.replace("_", " ")


_NOTE = (
    "Of the problems that have a verdict in both settings: pass@1 in the first less that in the second, with the "
    "percentile bootstrap over problems, both settings of a problem drawn together."
)


def setting_of(record: Mapping[str, Any]) -> Setting:
    """The setting of a row."""
    return Setting(record.get("setting") or Setting.OWN_STEPS)


def has_scored_steps(record: Mapping[str, Any]) -> bool:
    """Whether a row has steps that a model wrote, to be held against reference steps."""
    return bool(record.get("reference_steps")) and setting_of(record) is Setting.OWN_STEPS


def settings_compared(records: Sequence[Mapping[str, Any]], pass_at_1: NDArray[np.float64]) -> Comparison | None:
    """The difference of pass@1 between two settings, for each model and pair; nothing where no problem has two.

    Args:
        records: the rows.
        pass_at_1: of each row, NaN where nothing is known.
    """
    models = LabelledValues.of([record.get("model") for record in records])
    found: dict[tuple[int, str], dict[Setting, float]] = {}
    for record, model, rate in zip(records, models.of_row.tolist(), pass_at_1.tolist(), strict=True):
        if not np.isnan(rate):
            found.setdefault((model, repr(record["id"])), {})[setting_of(record)] = rate
    cases = list(found.values())
    of_model = np.array([model for model, _ in found], dtype=np.intp)
    sums = RowSums()
    parts = tuple(
        part for number, name in enumerate(models.labels) for part in _parts(name, of_model == number, cases, sums)
    )
    if not parts:
        return None
    return Comparison("settings", "Settings compared", _NOTE, sums.array(), parts, case="problem")


def _parts(
    model: str, of_model: NDArray[np.bool_], cases: Sequence[Mapping[Setting, float]], sums: RowSums
) -> Iterator[Part]:
    for second, first in combinations(Setting, 2):
        both = of_model & np.array([first in case and second in case for case in cases], dtype=bool)
        if both.any():
            rows = sums.add(both)
            rates = [
                ratio(sums.add(np.array([case.get(setting, 0.0) for case in cases]) * both), rows)
                for setting in (first, second)
            ]
            labels = (("model", model), ("settings", f"{first.words} − {second.words}"))
            measures = (
                Measure("difference", "difference of pass@1", _NOTE, _difference(*rates), rows),
                Measure("first", "pass@1, first", "pass@1 in the setting that is named first.", rates[0], rows),
                Measure("second", "pass@1, second", "pass@1 in the setting that is named second.", rates[1], rows),
            )
            yield Part(labels, both, measures)


def _difference(first: Value, second: Value) -> Value:
    def value(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        return first(sums) - second(sums)

    return value
