"""Charts as pictures, and what a page needs to draw them live. Nothing here needs a browser or a network."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from cgr_audit.page.charts.chart import Chart
from cgr_audit.records.lines import write_atomically

__all__ = ["compiled", "library", "png", "svg", "write_pictures"]


TITLE_LETTERS = 78
LINE_LETTERS = 112
"""So many letters of title and caption fit into a line that is as wide as most charts."""


def svg(chart: Chart, *, titled: bool = True) -> str:
    """The chart as SVG text; the same chart gives the same text.

    Args:
        chart: to be drawn.
        titled: with its title and caption, and with words for those who see no picture: for a file that stands alone.
    """
    import vl_convert  # noqa: PLC0415  it starts a JavaScript engine

    drawn: str = vl_convert.vegalite_to_svg(_specification(chart, titled=titled))
    if not titled:
        return drawn
    words = html.escape(chart.specification["description"])
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{words}" ', 1)


def png(chart: Chart) -> bytes:
    """The chart as a PNG picture at twice its size in pixels."""
    import vl_convert  # noqa: PLC0415

    drawn: bytes = vl_convert.vegalite_to_png(_specification(chart, titled=True), scale=2)
    return drawn


def compiled(chart: Chart) -> dict[str, Any]:
    """The chart as a Vega specification, so that a browser has less to do."""
    import vl_convert  # noqa: PLC0415

    specification: dict[str, Any] = vl_convert.vegalite_to_vega(_specification(chart, titled=False))
    return specification


@cache
def library() -> str:
    """Vega, Vega-Lite and Vega-Embed as one JavaScript module that sets ``window.vegaEmbed``."""
    import vl_convert  # noqa: PLC0415

    script: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")
    # A page ends its script at the first "</script", wherever it stands; in JavaScript text both mean the same.
    return script.replace("</script", "<\\/script")


def write_pictures(charts: Sequence[Chart], folder: Path, source: str) -> list[Path]:
    """Write ``NAME.svg`` and ``NAME.png`` of every chart; their paths.

    Charts of the same source that an earlier run wrote, and that are none of these, are removed: they are known by what
    their SVG says of itself. Nothing else in the folder is touched.

    Args:
        charts: to be drawn.
        folder: made where it is missing.
        source: what the charts are of, such as ``codemind``; charts of several may stand in one folder.
    """
    mark = f'<svg data-cgr-audit="{html.escape(source)}" '
    written = []
    for chart in charts:
        drawn = svg(chart).replace("<svg ", mark, 1)
        for ending, content in (("svg", drawn.encode()), ("png", png(chart))):
            path = folder / f"{chart.name}.{ending}"
            write_atomically(path, [content])
            written.append(path)
    for earlier in sorted(folder.glob("*.svg")):
        if earlier not in written and _begins(earlier, mark.encode()):
            earlier.with_suffix(".png").unlink(missing_ok=True)
            earlier.unlink()  # last: where removing is interrupted, the next run still knows the other by it
    return written


def _begins(path: Path, start: bytes) -> bool:
    with path.open("rb") as stream:
        return stream.read(len(start)) == start


def _specification(chart: Chart, *, titled: bool) -> dict[str, Any]:
    """The specification; titled, with title and caption in lines, for a picture that is seen without its page."""
    if not titled:
        return dict(chart.specification)
    title = {"text": textwrap.wrap(chart.title, TITLE_LETTERS), "subtitle": textwrap.wrap(chart.caption, LINE_LETTERS)}
    return {**chart.specification, "title": title}
