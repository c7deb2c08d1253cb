"""The headline: the accuracy of the three channels under one treatment, with intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cgr_audit.accuracy.aggregates import Macro, Micro, macro, micro
from cgr_audit.accuracy.intervals.estimates import Estimate, Resampling, estimates
from cgr_audit.accuracy.pair_counts import pairs_of
from cgr_audit.accuracy.partitions import pairs_above, zero_baseline_pairs
from cgr_audit.accuracy.treated import TreatedRows
from cgr_audit.accuracy.treatments import Treatment

__all__ = ["Headline", "headline"]


@dataclass(frozen=True, slots=True)
class Headline:
    """The accuracy of the three channels under one treatment."""

    treatment: Treatment
    basis: Mapping[str, Any]
    """What it rests on, as ``Tallies.basis`` says: rows, pairs, those left out, each channel's answers by status."""
    unrecorded: int
    """Rows without an executed and without a recorded answer, which ``kept`` can only count as wrong."""
    micro: Micro
    macro: Macro
    non_zero_micro: Micro
    """Over the pairs with at least one correct direct answer."""
    non_zero_macro: Macro
    non_zero_basis: Mapping[str, Any]
    """What these rest on."""
    zero_micro: Micro
    """Over the other pairs, which are diagnostic only."""
    zero_macro: Macro
    zero_basis: Mapping[str, Any]
    """What these rest on."""
    zero_pairs: tuple[tuple[str, str], ...]
    """The other pairs."""
    unanswered_pairs: tuple[tuple[tuple[str, str], tuple[str, ...]], ...]
    """Pairs that lack a whole channel which the package has, with the channels: their 0 % is nobody's answer."""
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
            "non_zero_baseline": {
                **self.non_zero_basis,
                "micro": self.non_zero_micro.to_record(),
                "macro": self.non_zero_macro.to_record(),
            },
            "zero_baseline": {
                **self.zero_basis,
                "micro": self.zero_micro.to_record(),
                "macro": self.zero_macro.to_record(),
            },
            "zero_baseline_pairs": [{"dataset": dataset, "solver": solver} for dataset, solver in self.zero_pairs],
            "unanswered_pairs": [
                {"dataset": dataset, "solver": solver, "channels": list(channels)}
                for (dataset, solver), channels in self.unanswered_pairs
            ],
            "estimates": [estimate.to_record() for estimate in self.estimates],
            "non_zero_estimates": [estimate.to_record() for estimate in self.non_zero_estimates],
        }


def headline(treated: TreatedRows, resampling: Resampling) -> Headline:
    """The headline of rows under a treatment."""
    counts, rows = treated.tallies.pair_counts(), treated.counted()
    non_zero = pairs_above(counts, 0)
    zero_pairs = tuple(zero_baseline_pairs(counts))
    zero = counts.iloc[[place for place, pair in enumerate(pairs_of(counts)) if pair in set(zero_pairs)]]
    every = estimates(rows, resampling)
    return Headline(
        treatment=treated.treatment,
        basis=treated.tallies.basis(),
        unrecorded=len(treated.unrecorded()),
        micro=micro(counts),
        macro=macro(counts),
        non_zero_micro=micro(non_zero),
        non_zero_macro=macro(non_zero),
        non_zero_basis=treated.tallies.among(set(pairs_of(non_zero))).basis(),
        zero_micro=micro(zero),
        zero_macro=macro(zero),
        zero_basis=treated.tallies.among(set(zero_pairs)).basis(),
        zero_pairs=zero_pairs,
        unanswered_pairs=tuple(treated.tallies.unanswered_pairs()),
        estimates=every,
        non_zero_estimates=every if len(non_zero) == len(counts) else estimates(pairs_above(rows, 0), resampling),
    )
