"""The settings of CodeStepsEval: code without steps, from own steps, or from the reference steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.scorecards.comparison import Comparison
from cgr_audit.scorecards.labelled_values import LabelledValues
from cgr_audit.scorecards.paired import Contrast, paired_differences

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


_CONTRAST = Contrast(
    "settings",
    "pass@1",
    "problem",
    MappingProxyType({setting.value: setting.words for setting in Setting}),
    tuple((first, second) for second, first in combinations(Setting, 2)),
)


def setting_of(record: Mapping[str, Any]) -> Setting:
    """The setting of a row."""
    return Setting(record.get("setting") or Setting.OWN_STEPS)


def has_scored_steps(record: Mapping[str, Any]) -> bool:
    """Whether a row has steps that a model wrote, and reference steps to compare them with."""
    return bool(record.get("reference_steps")) and setting_of(record) is Setting.OWN_STEPS


def settings_compared(records: Sequence[Mapping[str, Any]], pass_at_1: NDArray[np.float64]) -> Comparison | None:
    """The difference of pass@1 between two settings, for each model and pair; nothing where no problem has two.

    Args:
        records: the rows.
        pass_at_1: of each row, NaN where nothing is known.
    """
    models = LabelledValues.of([record.get("model") for record in records])
    problems = [(model, repr(record["id"])) for record, model in zip(records, models.of_row.tolist(), strict=True)]
    groups = (
        ((("model", name),), np.flatnonzero(models.of_row == number)) for number, name in enumerate(models.labels)
    )
    return paired_differences(_CONTRAST, problems, [setting_of(record) for record in records], pass_at_1, groups)
