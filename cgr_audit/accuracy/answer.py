"""The answer in brief: direct and assisted accuracy with every program kept, and the gain under all treatments."""

from __future__ import annotations

from dataclasses import dataclass

from cgr_audit.accuracy.summary import AccuracySummary
from cgr_audit.plural import counted
from cgr_audit.tables.cells import ABSENT, number, signed

__all__ = ["Answer"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a summary comes to, as text; figures are micro (over rows)."""

    direct: str
    """Percent, or a dash where there is none."""
    assisted: str
    rests: str
    """On how many rows the two rest."""
    gain: str
    """Its lowest and highest value over the treatments, each named."""

    @classmethod
    def of(cls, summary: AccuracySummary) -> Answer:
        """The answer of a summary."""
        kept = summary.headlines[-1]
        direct, assisted = (
            ABSENT if value is None or kept.is_too_few else f"{number(value)} %"
            for value in (kept.micro.direct, kept.micro.assisted)
        )
        few = ", too few for a percentage" if kept.is_too_few else ""
        return cls(direct, assisted, f"{counted(kept.micro.rows, 'row')}{few}, all programs kept", _gain(summary))


def _gain(summary: AccuracySummary) -> str:
    gains = [(one.micro.gain, one) for one in summary.headlines if one.micro.gain is not None and not one.is_too_few]
    if not gains:
        return "undefined"
    (low, least), (high, most) = (choose(gains, key=lambda one: one[0]) for choose in (min, max))
    if len(gains) == 1:
        return f"{signed(low)} pp ({least.treatment.label})"
    if signed(low) == signed(high):
        return f"{signed(low)} pp under each of {len(gains)} treatments"
    ends = f"{signed(low)} pp ({least.treatment.label}) to {signed(high)} pp ({most.treatment.label})"
    return f"{ends} over {len(gains)} treatments"
