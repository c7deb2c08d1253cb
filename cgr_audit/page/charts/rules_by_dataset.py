"""Where each rule found something: a heat map of rules and datasets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cgr_audit.page.charts.chart import Chart, percent, tooltip, values
from cgr_audit.page.charts.choices import Choices
from cgr_audit.page.charts.theme import ASSISTED, INK, RULE
from cgr_audit.plural import counted
from cgr_audit.tables.table import FEWEST_ROWS

if TYPE_CHECKING:
    import altair as alt

__all__ = ["rules_by_dataset_chart"]

STEP = 92
NO_ROWS = "·"


def rules_by_dataset_chart(
    rules: Sequence[Mapping[str, Any]], slugs: Mapping[str, str], choices: Choices
) -> Chart | None:
    """The share of each dataset's audited rows whose program has a finding of each rule; nothing if none has.

    Args:
        rules: the records of ``rules`` in ``accuracy.json``; those of a dataset over all solvers are drawn.
        slugs: the name of each rule.
        choices: for the caption.
    """
    marginals = [record for record in rules if record["dataset"] is not None and record["solver"] is None]
    if not marginals:
        return None
    cells = [_cell(record, slugs.get(record["code"], "")) for record in marginals]
    caption = (
        "Of a dataset's audited rows, over all solvers, the share whose program has a finding of the rule, and in "
        "brackets the number of rows. The darker, the larger the share"
    )
    if any(not cell["rows"] and cell["label"] == NO_ROWS for cell in cells):
        caption += "; a dot is none"
    if any(cell["share"] is None for cell in cells):
        caption += f"; of fewer than {FEWEST_ROWS} rows only the number is given"
    caption += f". What each rule finds is explained under Rules. {choices.counts()}"
    by_code: dict[str, int] = {}
    for cell in cells:
        by_code[cell["code"]] = by_code.get(cell["code"], 0) + cell["rows"]
    said = "; ".join(f"{code}: {counted(rows, 'row')}" for code, rows in by_code.items())
    return Chart.of("rules-by-dataset", _title(cells), caption, said + ".", _drawing(cells))


def _drawing(cells: list[dict[str, Any]]) -> alt.TopLevelMixin:
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    x = alt.X("dataset:N", title=None, axis=alt.Axis(orient="top", labelAngle=-30, domain=False, ticks=False))
    y = alt.Y("rule:N", title=None, axis=alt.Axis(domain=False, ticks=False))
    told = tooltip({"rule": "rule", "dataset": "dataset", "share_said": "share of rows", "rows_said": "rows"})
    base = alt.Chart(values(cells)).encode(x=x, y=y, tooltip=told)
    return alt.layer(
        base.mark_rect(color=ASSISTED, stroke=RULE).encode(
            fillOpacity=alt.FillOpacity("share:Q", scale=alt.Scale(domain=[0, 100], range=[0, 0.6]), legend=None),
        ),
        base.mark_text(fontSize=11, color=INK).encode(text="label:N"),
    ).properties(width={"step": STEP}, height={"step": 24})


def _title(cells: Sequence[Mapping[str, Any]]) -> str:
    known = [cell for cell in cells if cell["share"] is not None and cell["rows"]]
    if not known:
        return f"No dataset has {FEWEST_ROWS} audited rows, so there is no share."
    highest = max(known, key=lambda cell: float(cell["share"]))
    return f"{highest['rule']} is most frequent in {highest['dataset']}: {highest['share_said']} of the audited rows."


def _cell(record: Mapping[str, Any], slug: str) -> dict[str, Any]:
    rows, of = record["rows"], record["of_rows"]
    share = 100 * rows / of if of >= FEWEST_ROWS else None
    return {
        "code": record["code"],
        "rule": f"{record['code']} {slug}".strip(),
        "dataset": record["dataset"],
        "rows": rows,
        "share": share,
        "share_said": "too few rows" if share is None else percent(share),
        "rows_said": f"{rows:,} of {counted(of, 'row')}",
        "label": _label(share, rows, of),
    }


def _label(share: float | None, rows: int, of: int) -> str:
    if not of:
        return "not audited"
    if share is None:
        return f"{rows} of {of}"
    return f"{'<1' if share < 0.5 else f'{share:.0f}'} % ({rows:,})" if rows else NO_ROWS
