"""Accuracy by what a row's program came from: its generator, and how difficult the generator said the item is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.contingency import contingency
from cgr_audit.accuracy.tallies import tallies_by
from cgr_audit.accuracy.treated import TreatedRows

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["MOST_LEVELS", "by_difficulty", "by_generator", "difficulty_levels", "figures_by"]

MOST_LEVELS = 20
"""Of more different numbers, fifths of the rows are made; of more different texts, the rarest are taken together."""
_FIFTHS = 5
_OTHER = "other"

Level = float | str | tuple[float, float]
"""A number, a text, or a range of numbers."""


def by_generator(treated: TreatedRows) -> list[dict[str, Any]]:
    """Figures of each generator's rows, over rows (micro), sorted."""
    generator = treated.rows["generator"].cat
    return figures_by(
        treated, "generator_name", generator.codes.to_numpy(), [str(name) for name in generator.categories]
    )


def by_difficulty(treated: TreatedRows, levels: Mapping[str, Level]) -> list[dict[str, Any]]:
    """Figures by stated difficulty: numbers in order, then texts, then null, which is where none is stated.

    Args:
        treated: rows under a treatment.
        levels: as ``difficulty_levels`` gives them, the same under every treatment.
    """
    import numpy as np  # noqa: PLC0415  numpy costs start-up time

    stated = treated.rows["genLLM_difficulty"].cat
    different = sorted(set(levels.values()), key=_sorted_by)
    codes = [different.index(levels[text]) if text in levels else -1 for text in map(str, stated.categories)]
    of_rows = np.array([*codes, -1], dtype=np.intp)[stated.codes.to_numpy()]
    return figures_by(treated, "difficulty", of_rows, list(map(_said, different)))


def figures_by(
    treated: TreatedRows, name: str, codes: NDArray[np.integer[Any]], values: Sequence[Any]
) -> list[dict[str, Any]]:
    """Figures of the rows apart by a value, in the order of the values, null last; it comes first in each record.

    Args:
        treated: rows under a treatment.
        name: what the value is called.
        codes: of each row the place of its value; -1 where it has none.
        values: the different ones.
    """
    import numpy as np  # noqa: PLC0415

    occurring = np.unique(codes).tolist()
    if len(occurring) == 1:  # the whole is known already
        found = {occurring[0]: treated.tallies}
    else:
        cells = contingency(treated.rows.assign(group=codes), ["group"])
        found = tallies_by(cells, cells["group"].tolist())
    return [
        {name: None if code < 0 else values[code], **found[code].figures()}
        for code in sorted(found, key=lambda code: (code < 0, code))
    ]


def difficulty_levels(stated: pd.Series[Any]) -> dict[str, Level]:
    """The level of each stated difficulty: a number, a range of numbers, or a text.

    ``3`` and ``3.0`` are the same. More than twenty different numbers become fifths of the rows, each from its least to
    its greatest number; of more than twenty different texts, those with fewest rows become ``other``.

    Args:
        stated: of each row the difficulty as it is stated, or null.
    """
    rows = {str(text): int(number) for text, number in stated.value_counts().items() if number}
    meant = {text: _meant(text) for text in rows}
    weights: Counter[float | str] = Counter()
    for text, number in rows.items():
        weights[meant[text]] += number
    numbers = sorted(value for value in weights if isinstance(value, float))
    texts = sorted((value for value in weights if isinstance(value, str)), key=lambda text: (-weights[text], text))
    levels: dict[float | str, Level] = dict.fromkeys(texts, _OTHER) if len(texts) > MOST_LEVELS else {}
    levels |= {text: text for text in texts[: MOST_LEVELS - 1 if levels else None]}
    if len(numbers) > MOST_LEVELS:
        levels.update(_fifths(numbers, weights))
    else:
        levels.update((value, value) for value in numbers)
    return {text: levels[value] for text, value in meant.items()}


def _fifths(numbers: Sequence[float], weights: Mapping[float | str, int]) -> dict[float | str, Level]:
    total = sum(weights[value] for value in numbers)
    groups: dict[int, list[float]] = {}
    before = 0
    for value in numbers:
        middle = before + weights[value] / 2
        groups.setdefault(min(int(_FIFTHS * middle / max(total, 1)), _FIFTHS - 1), []).append(value)
        before += weights[value]
    return {value: (group[0], group[-1]) for group in groups.values() for value in group}


def _sorted_by(level: Level) -> tuple[bool, float, bool, str]:
    """Numbers by size, ranges by where they begin, then texts, what is left of them last."""
    if isinstance(level, str):
        return True, 0.0, level == _OTHER, level
    return False, level[0] if isinstance(level, tuple) else level, False, ""


def _said(level: Level) -> str:
    if isinstance(level, tuple):
        low, high = (f"{end:g}" for end in level)
        return low if low == high else f"{low} to {high}"
    return f"{level:g}" if isinstance(level, float) else level


def _meant(text: str) -> float | str:
    """The number that a text is, or the text."""
    try:
        number = float(text)
    except ValueError:
        return text
    return number if math.isfinite(number) else text
