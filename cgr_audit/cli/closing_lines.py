"""What `pipeline` ends with: verdicts, accuracy, the range of the gain, and what would change it most, a line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cgr_audit.accuracy.headline import Headline
    from cgr_audit.accuracy.summary import AccuracySummary

__all__ = ["closing_lines"]


def closing_lines(summary: AccuracySummary, slugs: Mapping[str, str]) -> Iterator[str]:
    """Four lines; the path of the report is the fifth.

    Args:
        summary: the figures, over rows (micro).
        slugs: of each rule that found something, by its code.
    """
    from cgr_audit.accuracy.answer import Answer
    from cgr_audit.plural import counted

    programs = sum(one["programs"] for one in summary.verdicts)
    verdicts = ", ".join(f"{one['programs']:,} {one['verdict'] or 'not judged'}" for one in summary.verdicts)
    yield f"{counted(programs, 'program')}: {verdicts or 'none'} (--list lists them)"
    answer = Answer.of(summary)
    yield f"accuracy: direct {answer.direct}, assisted {answer.assisted} ({answer.rests})"
    yield f"gain: {answer.gain}"
    yield _most(summary, summary.headlines[-1], slugs)


def _most(summary: AccuracySummary, kept: Headline, slugs: Mapping[str, str]) -> str:
    """The rule whose rows change the gain most when they are left out, with every other row kept."""
    from cgr_audit.plural import counted
    from cgr_audit.tables.cells import signed

    gain = kept.micro.gain
    known = [(one, one.without.figures["gain"]) for one in summary.violations if not one.without.figures["too_few"]]
    changes = [(one, left) for one, left in known if left is not None and gain is not None and left != gain]
    if gain is None or kept.is_too_few or not changes:
        return "largest effect: no finding changes the gain"
    one, left = max(changes, key=lambda change: abs(change[1] - gain))
    rows = counted(one.with_finding.figures["rows"], "row")
    rule = " ".join(filter(None, (one.code, slugs.get(one.code))))
    return f"largest effect: without the {rows} with {rule}, gain {signed(left)} instead of {signed(gain)} pp"
