"""The headline: the accuracy of the three channels under one treatment, with intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cgr_audit.accuracy.aggregates import Macro, Micro, macro, micro
from cgr_audit.accuracy.intervals.estimates import Estimate, Resampling, estimates
from cgr_audit.accuracy.partitions import pairs_above, zero_baseline_pairs
from cgr_audit.accuracy.treated import TreatedRows
from cgr_audit.accuracy.treatments import Treatment

__all__ = ["Headline", "headline"]


@dataclass(frozen=True, slots=True)
class Headline:
    """The accuracy of the three channels under one treatment."""

    treatment: Treatment
    basis: Mapping[str, Any]
    """What it rests on: rows, pairs, those left out, and each channel's answers by status."""
    unrecorded: int
    """Rows without an executed and without a recorded answer, which ``kept`` can only count as wrong."""
    micro: Micro
    macro: Macro
    non_zero_micro: Micro
    """Over the pairs with at least one correct direct answer."""
    non_zero_macro: Macro
    zero_pairs: tuple[tuple[str, str], ...]
    """The other pairs."""
    estimates: tuple[Estimate, ...]
    """Every average and measure with its intervals."""
    non_zero_estimates: tuple[Estimate, ...]
    """The same over pairs with at least one correct direct answer."""

    @property
    def is_too_few(self) -> bool:
        """Whether fewer than ten rows count, so that tables show no percentage."""
        return bool(self.basis["too_few"])

    def to_record(self) -> dict[str, Any]:
        """Fields in order. The numbers are there however few rows count; ``too_few`` says so."""
        return {
            "treatment": self.treatment.value,
            "meaning": self.treatment.meaning,
            **self.basis,
            "unrecorded": self.unrecorded,
            "micro": self.micro.to_record(),
            "macro": self.macro.to_record(),
            "non_zero_baseline": {"micro": self.non_zero_micro.to_record(), "macro": self.non_zero_macro.to_record()},
            "zero_baseline_pairs": [{"dataset": dataset, "solver": solver} for dataset, solver in self.zero_pairs],
            "estimates": [estimate.to_record() for estimate in self.estimates],
            "non_zero_estimates": [estimate.to_record() for estimate in self.non_zero_estimates],
        }


def headline(treated: TreatedRows, resampling: Resampling) -> Headline:
    """The headline of rows under a treatment."""
    counts = treated.tallies.pair_counts()
    non_zero = pairs_above(counts, 0)
    said = treated.tallies.figures()
    basis = ("rows", "pairs", "left_out", "harness_failures", "answers", "too_few")
    return Headline(
        treatment=treated.treatment,
        basis={name: said[name] for name in basis},
        unrecorded=treated.unrecorded,
        micro=micro(counts),
        macro=macro(counts),
        non_zero_micro=micro(non_zero),
        non_zero_macro=macro(non_zero),
        zero_pairs=tuple(zero_baseline_pairs(counts)),
        estimates=estimates(treated.counted(), resampling),
        non_zero_estimates=estimates(non_zero, resampling),
    )
