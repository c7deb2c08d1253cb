"""What CodeStepsEval draws beside the rates of groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cgr_audit.page.charts.chart import Chart, values
from cgr_audit.page.charts.theme import ASSISTED, INK, PAPER, QUIET, WIDTH
from cgr_audit.page.scorecards.curve import curve_chart
from cgr_audit.plural import counted
from cgr_audit.scorecards.codesteps.measures import BY_K, BY_THRESHOLD, FAILURES
from cgr_audit.scorecards.curves import curve_figures
from cgr_audit.scorecards.rates import Figure
from cgr_audit.scorecards.scorecard import Scored
from cgr_audit.tables.cells import number

if TYPE_CHECKING:
    import altair as alt

__all__ = ["at_k_chart", "failures_chart", "passing_by_sws_chart", "thresholds_chart"]


def at_k_chart(scored: Scored) -> Chart | None:
    """pass@k, SWS@k and F1@k over k; nothing where rows have one sample only."""
    return curve_chart(scored, BY_K.name, ("pass@k", "SWS@k", "F1@k"))


def thresholds_chart(scored: Scored) -> Chart | None:
    """SWS and step F1 over the threshold; nothing where no row has steps."""
    return curve_chart(scored, BY_THRESHOLD.name, ("SWS", "step F1"))


def failures_chart(scored: Scored) -> Chart | None:
    """Of the samples that fail, the share of each kind; nothing where none fails."""
    if FAILURES not in scored.scored.curves:
        return None
    placed = curve_figures(scored, FAILURES)
    bars = [_bar(str(point.at), figure) for point, figure in placed if figure.rate is not None]
    if not bars:
        return None
    most = max(bars, key=lambda bar: bar["rate"])
    failed = sum(figure.correct or 0 for _, figure in placed)
    title = f"Of {counted(failed, 'failed sample')}, {most['said']} have the failure: {most['name']}."
    caption = (
        f"{FAILURES.note} With the percentile bootstrap over rows at {100 * scored.settings['level']:g} %; on the "
        "right how many samples."
    )
    said = "; ".join(f"{bar['name']} {bar['said']} ({bar['interval']}, {bar['rests']})" for bar in bars)
    x = "share of failed samples, %"
    return Chart.of(f"{scored.name}-failures", title, caption, f"{said}.", _drawing(bars, x))


def passing_by_sws_chart(scored: Scored) -> Chart | None:
    """pass@1 of the rows in each tenth of SWS, with the correlation; nothing where fewer than two tenths have rows."""
    division = next((division for division in scored.divisions if division.name == "by-sws"), None)
    if division is None:
        return None
    figures = [
        (group.labels[0][1], figure)
        for group in division.groups
        for figure in group.figures
        if figure.key == "pass@1" and figure.rate is not None
    ]
    if len(figures) < 2:
        return None
    bars = [_bar(name, figure) for name, figure in figures]
    first, last = bars[0], bars[-1]
    went = f"pass@1 goes from {first['said']} (SWS {first['name']}) to {last['said']} (SWS {last['name']})"
    title = f"{went}{_correlated(scored)}."
    caption = (
        f"pass@1 of the rows in each tenth of SWS, with its percentile bootstrap over rows at "
        f"{100 * scored.settings['level']:g} %; on the right how many rows. {division.note}"
    )
    said = "; ".join(f"{bar['name']} {bar['said']} ({bar['interval']}, {bar['rests']})" for bar in bars)
    return Chart.of(f"{scored.name}-by-sws", title, caption, f"{said}.", _drawing(bars, "pass@1, %"))


def _correlated(scored: Scored) -> str:
    threshold = scored.settings["threshold"]
    for one in scored.scored.found["correlations"]:
        if one["threshold"] == threshold and one["k"] == 1 and one["spearman"] is not None:
            return f": Spearman's correlation over rows is {number(one['spearman'])}"
    return ""


def _bar(name: str, figure: Figure) -> dict[str, Any]:
    rate, interval = 100 * (figure.rate or 0.0), figure.interval
    low, high = (None if end is None else 100 * end for end in (interval.low, interval.high))
    unsaid = low is None or high is None
    rests = counted(figure.rows, "row") if figure.correct is None else counted(figure.correct, "sample")
    return {
        "name": name,
        "rate": rate,
        "low": low,
        "high": high,
        "said": f"{number(rate)} %",
        "interval": interval.refused if unsaid else f"{number(low or 0)} to {number(high or 0)}",
        "rests": rests,
        "note": interval.note or "",
    }


def _drawing(bars: list[dict[str, Any]], title: str) -> alt.TopLevelMixin:
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    placed = [{**bar, "place": place} for place, bar in enumerate(bars)]
    order = alt.EncodingSortField("place", op="min")
    y = alt.Y("name:N", sort=order, title=None, axis=alt.Axis(domain=False, ticks=False))
    x = alt.X("rate:Q", scale=alt.Scale(domain=[0, 100], nice=False), title=title)
    tooltip = [alt.Tooltip(f"{name}:N") for name in ("name", "said", "interval", "rests", "note")]
    base = alt.Chart(values(placed)).encode(y=y)
    known = base.transform_filter("isValid(datum.low)")
    return alt.layer(
        base.mark_bar(color=ASSISTED, height=12, stroke=PAPER).encode(x=x, tooltip=tooltip),
        known.mark_rule(color=INK, strokeWidth=1.5).encode(x="low:Q", x2="high:Q"),
        known.mark_tick(color=INK, size=9, thickness=1.5).encode(x="low:Q"),
        known.mark_tick(color=INK, size=9, thickness=1.5).encode(x="high:Q"),
        base.mark_text(align="left", color=QUIET, fontSize=11).encode(x=alt.value(WIDTH + 8), text="rests:N"),
    ).properties(width=WIDTH, height={"step": 24})
