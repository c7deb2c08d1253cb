"""Figures with intervals: of one table, and of the difference between two that are resampled together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.accuracy.intervals.bootstrap import Drawn, bootstrap
from cgr_audit.accuracy.intervals.crossed import crossed_variances
from cgr_audit.accuracy.intervals.interval import FEW_UNITS, MINIMUM_UNITS, Estimate, Interval, Method, Resampling
from cgr_audit.accuracy.intervals.item_clusters import item_covariance
from cgr_audit.accuracy.intervals.measure_sums import AVERAGES, FIGURES
from cgr_audit.accuracy.intervals.percentiles import percentile_bounds
from cgr_audit.accuracy.intervals.sample import Sample
from cgr_audit.plural import counted

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["Drawn", "Estimate", "Interval", "Method", "Resampling", "differences", "estimates"]

_NEEDS = {
    "direct": ("direct",),
    "assisted": ("assisted",),
    "generator": ("generator",),
    "gain": ("direct", "assisted"),
    "closure": ("direct", "assisted", "generator"),
}
"""The channels that a measure is made of."""

_NO_WIDTH = 1e-9
"""In percentage points; sums of the same numbers differ by less."""


def estimates(
    data: pd.DataFrame,
    resampling: Resampling,
    methods: Sequence[Method] = tuple(Method),
    *,
    figures: Sequence[tuple[str, str]] = FIGURES,
    drawn: Drawn | None = None,
) -> tuple[Estimate, ...]:
    """The averages and measures of a rows table, each with an interval by every method.

    Args:
        data: a rows table; or pair counts, which have no items and so no interval over them.
        resampling: how often, from which seed, and the level.
        methods: which intervals, in order.
        figures: which averages of which measures, in order.
        drawn: resamples of the whole of which the table is a part; it spares drawing them again for every part.
            Pairs that the part lacks are then drawn too, and add nothing to it.
    """
    return _estimates((data,), resampling, methods, figures, drawn)


def differences(
    first: pd.DataFrame,
    second: pd.DataFrame,
    resampling: Resampling,
    methods: Sequence[Method] = tuple(Method),
    *,
    figures: Sequence[tuple[str, str]] = FIGURES,
    drawn: Drawn | None = None,
) -> tuple[Estimate, ...]:
    """The averages and measures of the second table less those of the first, with intervals of the difference.

    The same resampled pairs, datasets, solvers and items count in both, so that what they share cancels: two packages
    over the same items, or the rows with a finding against those without. An interval rests on no more units than the
    table with fewer has.

    Args:
        first: a rows table, or pair counts.
        second: the same of the other group.
        resampling: how often, from which seed, and the level.
        methods: which intervals, in order.
        figures: which averages of which measures, in order.
        drawn: resamples of the whole of which both tables are parts, as for ``estimates``.
    """
    return _estimates((first, second), resampling, methods, figures, drawn)


def _estimates(
    tables: tuple[pd.DataFrame, ...],
    resampling: Resampling,
    methods: Sequence[Method],
    figures: Sequence[tuple[str, str]],
    drawn: Drawn | None,
) -> tuple[Estimate, ...]:
    sample = Sample.of(*tables, among=drawn.pairs if drawn else ())
    if drawn is None:
        drawn = Drawn(sample.pairs, resampling)
    elif drawn.resampling != resampling:
        raise ValueError(f"the resamples were drawn for {drawn.resampling}, not for {resampling}")
    places = [FIGURES.index(figure) for figure in figures]
    by_method = [_by_method(method, sample, tables, drawn, places) for method in methods]
    return tuple(
        Estimate(*FIGURES[place], sample.values[place], tuple(intervals[number] for intervals in by_method))
        for number, place in enumerate(places)
    )


def _by_method(
    method: Method, sample: Sample, tables: tuple[pd.DataFrame, ...], drawn: Drawn, places: list[int]
) -> list[Interval]:
    """The intervals of some figures by one method, in the order of their places in ``FIGURES``."""
    level = drawn.resampling.level
    undefined = np.zeros(len(FIGURES), dtype=int)
    unknown: list[str | None] = [None] * len(FIGURES)
    if method is Method.ITEMS:
        units, unknown, bounds = _over_items(sample, tables, level)
    else:
        units = sample.units(method)
    basis = _Basis(method, drawn.resampling, units)
    refusals = {place: _undefined(sample, place) or unknown[place] or basis.too_few() for place in places}
    if all(refusals.values()):
        bounds = np.full((len(FIGURES), 2), np.nan)
    elif method is Method.CROSSED:
        bounds = _over_crossed_effects(sample, level)
    elif method.is_bootstrap:
        resampled = bootstrap(drawn.weights(method), sample.sums, sample.figures)
        bounds, undefined = _percentiles(resampled, level, [place for place in places if not refusals[place]])
    return [
        basis.interval(float(bounds[place, 0]), float(bounds[place, 1]), int(undefined[place]), refusals[place])
        for place in places
    ]


@dataclass(frozen=True, slots=True)
class _Basis:
    """What the intervals of a method rest on."""

    method: Method
    resampling: Resampling
    units: tuple[tuple[str, int], ...]

    def too_few(self) -> str | None:
        """Why there are too few units for any interval, if so."""
        noun, number = min(self.units, key=lambda unit: unit[1])
        return None if number >= MINIMUM_UNITS else f"{counted(number, noun)}: fewer than {MINIMUM_UNITS}"

    def interval(self, low: float, high: float, undefined: int, refusal: str | None) -> Interval:
        """An interval with its remark, or the reason why there is none."""
        number = min(number for _, number in self.units)
        if refusal is None and 2 * undefined > self.resampling.resamples:
            refusal = f"undefined in {undefined:,} of {self.resampling.resamples:,} resamples"
        if refusal is not None:
            return Interval(self.method, self.resampling.level, None, None, number, undefined, refusal, None)
        everything = " and ".join(counted(each, noun) for noun, each in self.units)
        few = " and ".join(counted(each, noun) for noun, each in self.units if each < FEW_UNITS)
        notes = [everything] if len(self.units) > 1 and few != everything else []
        notes += [f"based on only {few}"] if few else []
        if undefined:
            notes.append(f"undefined in {undefined:,} of {self.resampling.resamples:,} resamples, which are left out")
        if high - low < _NO_WIDTH:
            notes.append("no width: nothing varies between the units, which does not make the figure certain")
        return Interval(
            self.method, self.resampling.level, low, high, number, undefined, None, "; ".join(notes) or None
        )


def _undefined(sample: Sample, place: int) -> str | None:
    """Why a figure has no value, if so."""
    if sample.values[place] is not None:
        return None
    measure = FIGURES[place][1]
    absent = [channel for channel in _NEEDS[measure] if channel in sample.absent]
    if absent:
        return f"no {absent[0]} answers"
    if min(number for _, number in sample.units(Method.PAIRS)) == 0:
        return "no rows"
    return "undefined: the generator is not better than the direct path"


def _percentiles(
    resampled: NDArray[np.float64], level: float, places: list[int]
) -> tuple[NDArray[np.float64], NDArray[np.int_]]:
    """The bounds of the figures at these places, and in how many resamples each is undefined."""
    undefined = np.zeros(len(FIGURES), dtype=int)
    bounds = np.full((len(FIGURES), 2), np.nan)
    for place in places:
        values = resampled[:, place]
        undefined[place] = np.isnan(values).sum()
        found = percentile_bounds(values, level)
        if found is not None:
            bounds[place] = found
    return bounds, undefined


def _over_crossed_effects(sample: Sample, level: float) -> NDArray[np.float64]:
    from scipy.special import stdtrit  # noqa: PLC0415  scipy costs start-up time

    influence = np.nan_to_num(sample.sums) @ sample.gradients().T  # an absent channel is nothing to the others
    bounds = np.full((len(FIGURES), 2), np.nan)
    for average in AVERAGES:
        places = [place for place, figure in enumerate(FIGURES) if figure[0] == average]
        values = {place: value for place in places if (value := sample.values[place]) is not None}
        variances = crossed_variances(sample.layout, influence[:, list(values)], sample.shares(average))
        for (place, value), variance in zip(values.items(), variances, strict=True):
            margin = stdtrit(variance.freedom, (1 + level) / 2) * np.sqrt(variance.total)
            bounds[place] = _limited(value, margin, FIGURES[place][1], len(sample.blocks))
    return bounds


def _over_items(
    sample: Sample, tables: tuple[pd.DataFrame, ...], level: float
) -> tuple[tuple[tuple[str, int], ...], list[str | None], NDArray[np.float64]]:
    """The items, why they do not tell how an average varies (by figure), and the bounds."""
    from scipy.special import stdtrit  # noqa: PLC0415  scipy costs start-up time

    bounds = np.full((len(FIGURES), 2), np.nan)
    if any("item_id" not in table.columns for table in tables):
        return (("item", 0),), ["only pairs are known, and not their items"] * len(FIGURES), bounds
    covariance = item_covariance(*tables)
    lone = {"micro": (covariance.lone_datasets, "dataset"), "macro": (covariance.lone_pairs, "pair")}
    slopes = sample.gradients()
    refusals: list[str | None] = []
    for place, (average, measure) in enumerate(FIGURES):
        number, noun = lone[average]
        refusals.append(f"{counted(number, noun)} with a single item" if number else None)
        value = sample.values[place]
        if value is not None:
            variance, freedom = covariance.variance(slopes[place])
            margin = stdtrit(freedom, (1 + level) / 2) * np.sqrt(variance)
            bounds[place] = _limited(value, margin, measure, len(sample.blocks))
    return (("item", min(covariance.items)),), refusals, bounds


def _limited(value: float, margin: float, measure: str, groups: int) -> tuple[float, float]:
    """The value less and more the margin, cut off where the figure cannot go."""
    if measure == "closure":
        return value - margin, value + margin
    highest = 100.0 * groups if measure == "gain" else 100.0
    lowest = -highest if measure == "gain" or groups > 1 else 0.0
    return max(lowest, value - margin), min(highest, value + margin)
