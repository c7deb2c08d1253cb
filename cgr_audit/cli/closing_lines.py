"""What `pipeline` ends with: verdicts, accuracy, the range of the gain, and what would change it most, a line each.

With controls at equal calls also what these say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cgr_audit.accuracy.headline import Headline
    from cgr_audit.accuracy.summary import AccuracySummary

__all__ = ["closing_lines"]


def closing_lines(summary: AccuracySummary, slugs: Mapping[str, str]) -> Iterator[str]:
    """Four lines, with matched controls five; the path of the report is the last.

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
    yield from _controls(summary)
    yield f"gain: {answer.gain}"
    yield _most(summary, summary.headlines[-1], slugs)


def _controls(summary: AccuracySummary) -> Iterator[str]:
    """What the calls of the programs buy without code, where every program is kept."""
    from cgr_audit.accuracy.partitions import Partition
    from cgr_audit.accuracy.treatments import Treatment
    from cgr_audit.plural import counted
    from cgr_audit.tables.cells import number, signed

    of_all = (one for one in summary.controls.comparisons if one.is_matched and one.partition is Partition.ALL)
    said = []
    for one in of_all:
        found = (one.estimate("micro", measure) for measure in ("control", "difference"))
        control, difference = (None if estimate is None else estimate.value for estimate in found)
        if one.treatment is not Treatment.KEPT or control is None or difference is None:
            continue
        figures = f"{number(control)} %, assisted {signed(difference)} pp"
        said.append(f"{one.control} {figures} ({counted(one.rows, 'row')})")
    if said:
        yield f"same calls without code: {'; '.join(said)}"


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
