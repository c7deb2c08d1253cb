"""Which interval of the gain to quote, said of the intervals that there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cgr_audit.accuracy.intervals.estimates import Estimate, Method

__all__ = ["which_to_quote"]

_CROSSED = "To claim a gain for other datasets and solvers, quote the interval of crossed effects"
_PAIRS = "the bootstrap over pairs is there to compare with the paper, and takes pairs as unrelated"


def which_to_quote(estimates: Iterable[Estimate], shown: Sequence[Method] = tuple(Method)) -> str:
    """Which interval to quote for which claim, and of which claims none says anything, in some sentences.

    Args:
        estimates: with intervals by every method; those of gains count.
        shown: the methods whose intervals stand next to this; of the others only a table is named.
    """
    gains = [estimate for estimate in estimates if estimate.measure == "gain"]
    crossed = [gain.interval(Method.CROSSED) for gain in gains]
    reasons = "; ".join(sorted({interval.refused for interval in crossed if interval.refused is not None}))
    beside = Method.PAIRS in shown and _has_any(gains, Method.PAIRS)
    if not any(interval.low is not None for interval in crossed):
        return " ".join(_without_crossed(gains, reasons, beside=beside))
    said = f"{_CROSSED}{f'; {_PAIRS}' if beside else ''} (docs/intervals.md)."
    return f"{said} Where there is none ({reasons}), nothing supports such a claim." if reasons else said


def _without_crossed(gains: Sequence[Estimate], reasons: str, *, beside: bool) -> Iterable[str]:
    why = f" ({reasons})" if reasons else ""
    yield f"No interval supports a claim for other datasets and solvers{why}."
    if beside:
        yield f"{_PAIRS.capitalize()}: no claim rests on it."
    if _has_any(gains, Method.ITEMS):
        yield (
            "For these datasets and solvers alone, quote the interval of items within pairs (table gain-intervals; "
            "docs/intervals.md)."
        )


def _has_any(gains: Iterable[Estimate], method: Method) -> bool:
    return any(gain.interval(method).low is not None for gain in gains)
