"""What prompting changes in predictions, and what the shown test changes in programs, item by item."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.scorecards.codemind.case import Prompting, Setting, Task
from cgr_audit.scorecards.codemind.groups import FIELDS, groups_of
from cgr_audit.scorecards.codemind.resolved import Resolved
from cgr_audit.scorecards.comparison import Comparison
from cgr_audit.scorecards.paired import Contrast, paired_differences

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["promptings_compared", "settings_compared"]

_PROMPTINGS = Contrast(
    "promptings",
    "CRR",
    "item",
    MappingProxyType({one.value: one.words for one in Prompting}),
    ((Prompting.COT, Prompting.DIRECT),),
)
_SETTINGS = Contrast(
    "settings",
    "pass rate",
    "item",
    MappingProxyType({one.value: one.words for one in Setting}),
    tuple(combinations(Setting, 2)),
)


def promptings_compared(
    table: pd.DataFrame, resolved: Sequence[Resolved], right: NDArray[np.bool_]
) -> Comparison | None:
    """CRR by chain of thought less that by direct prompts; nothing where no item has both.

    Args:
        table: the rows, with the fields ``id``, ``task``, ``benchmark`` and ``model``.
        resolved: what was computed for each.
        right: of each whether its prediction is right.
    """
    predicted = [one.dropped is None and one.case.task is not Task.SR for one in resolved]
    outcomes = np.where(predicted, right, np.nan)
    return _compared(_PROMPTINGS, table, [one.case.prompting for one in resolved], outcomes)


def settings_compared(table: pd.DataFrame, resolved: Sequence[Resolved]) -> Comparison | None:
    """Pass rates of ``sr`` in two settings, likewise."""
    judged = [one.dropped is None and one.case.task is Task.SR for one in resolved]
    outcomes = np.where(judged, [bool(one.case.passed) for one in resolved], np.nan)
    return _compared(_SETTINGS, table, [one.case.setting for one in resolved], outcomes)


def _compared(
    contrast: Contrast, table: pd.DataFrame, conditions: Sequence[str | None], outcomes: NDArray[np.float64]
) -> Comparison | None:
    items = list(zip(*(table[field] for field in FIELDS), map(repr, table["id"]), strict=True))
    groups = (
        (tuple(labels.items()), places) for labels, places in groups_of(table, np.flatnonzero(~np.isnan(outcomes)))
    )
    return paired_differences(contrast, items, conditions, outcomes, groups)
