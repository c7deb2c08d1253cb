"""What CodeStepsEval draws besides the rates of groups."""

from __future__ import annotations

from collections.abc import Sequence

from cgr_audit.page.charts.chart import Chart
from cgr_audit.page.scorecards.curve import curve_chart
from cgr_audit.page.scorecards.groups import division_named
from cgr_audit.page.scorecards.lines import in_lines
from cgr_audit.page.scorecards.marks import Mark
from cgr_audit.page.scorecards.titles import enough, left_aside, overlap, ranged
from cgr_audit.plural import counted
from cgr_audit.scorecards.codesteps.measures import BY_K, BY_THRESHOLD, FAILURES
from cgr_audit.scorecards.curves import curve_figures
from cgr_audit.scorecards.scorecard import Scored
from cgr_audit.tables.cells import number
from cgr_audit.tables.table import FEWEST_ROWS

__all__ = ["at_k_chart", "failures_chart", "passing_by_sws_chart", "thresholds_chart"]


def at_k_chart(scored: Scored) -> Chart | None:
    """pass@k, SWS@k and F1@k over k; nothing if rows have one sample only."""
    return curve_chart(scored, BY_K.name, ("pass@k", "SWS@k", "F1@k"))


def thresholds_chart(scored: Scored) -> Chart | None:
    """SWS and step F1 over the threshold; nothing if no row has steps."""
    return curve_chart(scored, BY_THRESHOLD.name, ("SWS", "step F1"))


def failures_chart(scored: Scored) -> Chart | None:
    """Of the samples that fail, the share of each kind; nothing if none fails."""
    if FAILURES not in scored.scored.curves:
        return None
    kinds = {str(point.at): figure for point, figure in curve_figures(scored, FAILURES) if figure.rate is not None}
    failed = sum(figure.correct or 0 for figure in kinds.values())
    marks = [Mark(kind, kind, figure, failed, "failed sample", figure.correct or 0) for kind, figure in kinds.items()]
    if not marks:
        return None
    caption = (
        f"{FAILURES.note} With the percentile bootstrap over rows at {100 * scored.settings['level']:g} %; on the "
        "right of how many samples."
    )
    said = "; ".join(mark.words for mark in marks)
    caption += left_aside(marks)
    drawing = in_lines(marks, "share of failed samples", "failure")
    return Chart.of(f"{scored.name}-failures", _kinds(marks), caption, f"{said}.", drawing)


def passing_by_sws_chart(scored: Scored) -> Chart | None:
    """pass@1 of the rows in each tenth of SWS, with the correlation; nothing if fewer than two tenths have rows."""
    division = division_named(scored, "by-sws")
    if division is None:
        return None
    marks = [
        Mark.of(group.labels[0][1], figure, scored.scored.case)
        for group in division.groups
        for figure in group.figures
        if figure.key == "pass@1" and figure.rate is not None
    ]
    if len(marks) < 2:
        return None
    title = f"pass@1 by SWS{_went(marks)}{_correlated(scored)}."
    caption = (
        f"pass@1 of the rows in each tenth of SWS, with its percentile bootstrap over rows at "
        f"{100 * scored.settings['level']:g} %; on the right how many rows. {division.note}"
    )
    said = "; ".join(mark.words for mark in marks)
    return Chart.of(f"{scored.name}-by-sws", title, caption, f"{said}.", in_lines(marks, "pass@1", "SWS"))


def _kinds(marks: Sequence[Mark]) -> str:
    """A title: from where to where the shares of the kinds go; of few samples, how many are of which kind."""
    failed = marks[0].units
    samples = counted(failed, "failed sample")
    there = [mark for mark in marks if mark.part]
    if failed < FEWEST_ROWS:
        return f"{samples}: {', '.join(f'{mark.part} {mark.name}' for mark in there)}."
    return (
        f"All {samples} are of one kind: {there[0].name}." if len(there) == 1 else ranged(f"kinds of {samples}", there)
    )


def _went(marks: Sequence[Mark]) -> str:
    """From the first tenth of enough rows to the last one."""
    known = [mark for mark in marks if enough(mark)]
    if len(known) < 2:
        return f": no two tenths have {FEWEST_ROWS} rows"
    first, last = known[0], known[-1]
    overlapping = ", whose intervals overlap" if overlap(first, last) else ""
    return f": from {first.said} (SWS {first.name}) to {last.said} (SWS {last.name}){overlapping}"


def _correlated(scored: Scored) -> str:
    threshold = scored.settings["threshold"]
    for one in scored.scored.found["correlations"]:
        if (
            (one["threshold"], one["k"]) == (threshold, 1)
            and one["spearman"] is not None
            and one["rows"] >= FEWEST_ROWS
        ):
            return f"; Spearman's correlation over {counted(one['rows'], 'row')} is {number(one['spearman'])}"
    return ""
