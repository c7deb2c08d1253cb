"""Algorithm 1 of CodeStepsEval as plain loops, written from its description and not from the implementation."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def matched(
    reference: Sequence[str],
    predicted: Sequence[str],
    similarity: Callable[[str, str], float],
    threshold: float,
    *,
    reset: bool,
) -> list[float]:
    """The similarities of the reference steps that are matched, in order."""
    found = []
    j = 0
    for wanted in reference:
        began = j
        hit = False
        while j < len(predicted):
            value = similarity(wanted, predicted[j])
            j += 1
            if value >= threshold:
                found.append(value)
                hit = True
                break
        if not hit and reset:
            j = began
    return found


def added_up(values: Sequence[float]) -> float:
    """The sum, one addition after the other: ``sum`` corrects for rounding since Python 3.12."""
    total = 0.0
    for value in values:
        total += value
    return total
