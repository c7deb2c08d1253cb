"""Micro and macro accuracy of the three channels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.measures import closure, gain, percent
from cgr_audit.accuracy.pair_counts import as_pair_counts
from cgr_audit.accuracy.rows.answer_status import CHANNELS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Macro", "Micro", "macro", "micro", "micro_of"]


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


def micro(data: pd.DataFrame) -> Micro:
    """Accuracy of the three channels over all rows of pair counts, or of a rows table."""
    counts = as_pair_counts(data)
    return micro_of(int(counts["rows"].sum()), {channel: _sum(counts[channel]) for channel in CHANNELS})


def micro_of(rows: int, correct: Mapping[str, int | None]) -> Micro:
    """Accuracy of the three channels over rows that are counted already.

    Args:
        rows: how many count.
        correct: how many of them each channel has right; null where it is absent.
    """
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


def macro(data: pd.DataFrame) -> Macro:
    """Mean accuracy of the three channels over the pairs of pair counts, or of a rows table.

    The means are exact until they are shown, so that a gap of nothing is nothing and closure over it undefined.
    """
    counts = as_pair_counts(data)
    direct, assisted, generator = (_mean_percent(counts[channel], counts["rows"]) for channel in CHANNELS)
    return Macro(
        pairs=len(counts),
        direct=None if direct is None else float(direct),
        assisted=None if assisted is None else float(assisted),
        generator=None if generator is None else float(generator),
        gain=gain(direct, assisted),
        closure=closure(direct, assisted, generator),
    )


def rounded(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record with its floating-point numbers rounded to six decimals, so that they read and compare well."""
    return {name: round(value, 6) if isinstance(value, float) else value for name, value in record.items()}


def _sum(correct: pd.Series[int]) -> int | None:
    """How many are right; nothing if the channel is absent."""
    return None if len(correct) and correct.isna().all() else int(correct.sum())


def _share(correct: int | None, rows: int) -> float | None:
    return None if correct is None else percent(correct, rows)


def _mean_percent(correct: pd.Series[int], rows: pd.Series[int]) -> Fraction | None:
    """The mean of the pairs' accuracies; nothing if there is no pair or the channel is absent."""
    if correct.isna().all():
        return None
    total = sum((Fraction(int(part), int(whole)) for part, whole in zip(correct, rows, strict=True)), Fraction())
    return 100 * total / len(correct)
