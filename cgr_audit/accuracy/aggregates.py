"""Micro and macro accuracy of the three channels over a rows table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.measures import closure, gain, percent
from cgr_audit.accuracy.rows import CHANNELS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Macro", "Micro", "macro", "micro"]

PAIR = ["dataset", "solver"]


@dataclass(frozen=True, slots=True)
class Micro:
    """Accuracy over rows: every row weighs the same.

    Accuracies are in percent; null where there are no rows, and where the channel was left out as absent.
    """

    rows: int
    direct_correct: int | None
    assisted_correct: int | None
    generator_correct: int | None
    direct: float | None
    assisted: float | None
    generator: float | None
    gain: float | None
    """Percentage points."""
    closure: float | None
    """Percent."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order, numbers rounded to six decimals."""
        return rounded(asdict(self))


@dataclass(frozen=True, slots=True)
class Macro:
    """Accuracy over dataset-solver pairs: the unweighted mean of the pairs' accuracies, in percent."""

    pairs: int
    direct: float | None
    assisted: float | None
    generator: float | None
    gain: float | None
    closure: float | None

    def to_record(self) -> dict[str, Any]:
        """Fields in order, numbers rounded to six decimals."""
        return rounded(asdict(self))


def micro(table: pd.DataFrame) -> Micro:
    """Accuracy of the three channels over the rows of a table."""
    rows = len(table)
    correct = {channel: _count(table[f"{channel}_correct"]) for channel in CHANNELS}
    direct, assisted, generator = (_share(correct[channel], rows) for channel in CHANNELS)
    return Micro(
        rows=rows,
        direct_correct=correct["direct"],
        assisted_correct=correct["assisted"],
        generator_correct=correct["generator"],
        direct=direct,
        assisted=assisted,
        generator=generator,
        gain=gain(direct, assisted),
        closure=closure(direct, assisted, generator),
    )


def macro(table: pd.DataFrame) -> Macro:
    """Mean accuracy of the three channels over the dataset-solver pairs of a table."""
    pairs = [micro(rows) for _, rows in table.groupby(PAIR, sort=True)]
    direct, assisted, generator = (_mean([getattr(pair, channel) for pair in pairs]) for channel in CHANNELS)
    return Macro(
        pairs=len(pairs),
        direct=direct,
        assisted=assisted,
        generator=generator,
        gain=gain(direct, assisted),
        closure=closure(direct, assisted, generator),
    )


def rounded(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record with its floating-point numbers rounded to six decimals, so that they read and compare well."""
    return {name: round(value, 6) if isinstance(value, float) else value for name, value in record.items()}


def _count(correct: pd.Series[bool]) -> int | None:
    """How many are right; nothing where the channel is absent."""
    return None if len(correct) and correct.isna().all() else int(correct.sum())


def _share(correct: int | None, rows: int) -> float | None:
    return None if correct is None else percent(correct, rows)


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
