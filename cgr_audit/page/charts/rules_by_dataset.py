"""Where each rule found something: a heat map of rules and datasets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from cgr_audit.page.charts.chart import Chart, percent, values
from cgr_audit.page.charts.theme import ASSISTED, INK, RULE

__all__ = ["rules_by_dataset_chart"]

STEP = 92


def rules_by_dataset_chart(
    rules: Sequence[Mapping[str, Any]], rows: Mapping[str, int], slugs: Mapping[str, str]
) -> Chart | None:
    """The share of each dataset's rows whose program has a finding of each rule; nothing where nothing was found.

    Args:
        rules: the records of ``rules`` in ``accuracy.json``: ``code``, ``dataset``, ``rows``; for one dataset there
            may be several, one for each solver.
        rows: of each dataset, the rows that count.
        slugs: the name of each rule.
    """
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    if not rules:
        return None
    found: defaultdict[tuple[str, str], int] = defaultdict(int)
    for record in rules:
        found[record["code"], record["dataset"]] += record["rows"]
    codes = sorted({code for code, _ in found})
    cells = [
        _cell(code, slugs.get(code, ""), dataset, found[code, dataset], rows[dataset])
        for code in codes
        for dataset in sorted(rows)
    ]
    x = alt.X("dataset:N", title=None, axis=alt.Axis(orient="top", labelAngle=-30, domain=False, ticks=False))
    y = alt.Y("rule:N", title=None, axis=alt.Axis(domain=False, ticks=False))
    base = alt.Chart(values(cells)).encode(x=x, y=y)
    tooltip = [alt.Tooltip(f"{name}:N") for name in ("rule", "dataset", "share_said", "rows_said")]
    text = base.mark_text(fontSize=11, color=INK)
    drawn = alt.layer(
        base.mark_rect(color=ASSISTED, stroke=RULE).encode(
            fillOpacity=alt.FillOpacity("share:Q", scale=alt.Scale(domain=[0, 100], range=[0, 0.6]), legend=None),
            tooltip=tooltip,
        ),
        text.encode(text="label:N"),
    ).properties(width={"step": STEP}, height={"step": 24})
    highest = max(cells, key=lambda cell: cell["share"])
    title = f"{highest['rule']} is most frequent in {highest['dataset']}: {highest['share_said']} of the rows."
    caption = (
        "Share of a dataset's rows whose program has a finding of the rule, and in brackets the number of rows. The "
        "darker, the larger the share; a dot is none. What each rule finds is explained under Rules."
    )
    by_code = "; ".join(f"{code}: {sum(found[code, dataset] for dataset in rows):,} rows" for code in codes)
    return Chart.of("rules-by-dataset", title, caption, by_code + ".", drawn)


def _cell(code: str, slug: str, dataset: str, found: int, rows: int) -> dict[str, Any]:
    share = 100 * found / rows if rows else 0.0
    return {
        "code": code,
        "rule": f"{code} {slug}".strip(),
        "dataset": dataset,
        "share": share,
        "share_said": percent(share),
        "rows_said": f"{found:,} of {rows:,} rows",
        "label": f"{'<1' if share < 0.5 else f'{share:.0f}'} % ({found:,})" if found else "·",
    }
