"""A dot plot of the headline as inline SVG: direct, assisted and generator accuracy under each treatment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from cgr_audit.accuracy.headline import Headline
from cgr_audit.tables.cells import counted

__all__ = ["headline_plot"]

WIDTH = 860
LEFT = 190
RIGHT = 24
ROW = 46
TOP = 34


def headline_plot(headlines: Sequence[Headline]) -> str:
    """The SVG text. Colours are the page's own, by class; every number also stands in the table beside it."""
    height = TOP + ROW * len(headlines) + 30
    label = "Direct, assisted and generator accuracy in percent under each treatment"
    parts = [f'<svg class="plot" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}">']
    parts += _axis(height)
    for number, headline in enumerate(headlines):
        parts += _row(headline, TOP + ROW * number + ROW / 2)
    return "\n".join([*parts, "</svg>"])


def _x(percent: float) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * percent / 100, 1)


def _axis(height: int) -> Iterator[str]:
    bottom = height - 24
    for percent in range(0, 101, 20):
        x = _x(percent)
        yield f'<line class="grid" x1="{x}" y1="{TOP - 6}" x2="{x}" y2="{bottom}"/>'
        yield f'<text class="tick" x="{x}" y="{height - 8}" text-anchor="middle">{percent} %</text>'
    for x, name in ((LEFT, "direct"), (LEFT + 90, "assisted"), (LEFT + 196, "generator")):
        yield from _dot(name, x + 6, 14)
        yield f'<text class="tick" x="{x + 16}" y="18">{name}</text>'


def _row(headline: Headline, y: float) -> Iterator[str]:
    figures = headline.micro
    yield f'<text class="name" x="0" y="{y - 3}">{escape(headline.treatment.label)}</text>'
    yield f'<text class="tick" x="0" y="{y + 13}">{counted(figures.rows, "row")}</text>'
    if figures.direct is not None and figures.assisted is not None:
        yield f'<line class="gain" x1="{_x(figures.direct)}" y1="{y}" x2="{_x(figures.assisted)}" y2="{y}"/>'
    if figures.generator is not None:
        yield from _dot("generator", _x(figures.generator), y, f"generator {figures.generator:.2f} %")
    if figures.direct is not None:
        yield from _dot("direct", _x(figures.direct), y, f"direct {figures.direct:.2f} %")
        yield _value(figures.direct, y + 19)
    if figures.assisted is not None:
        yield from _dot("assisted", _x(figures.assisted), y, f"assisted {figures.assisted:.2f} %")
        yield _value(figures.assisted, y - 11)


def _value(percent: float, y: float) -> str:
    return f'<text class="value" x="{_x(percent)}" y="{y}" text-anchor="middle">{percent:.1f}</text>'


def _dot(name: str, x: float, y: float, said: str = "") -> Iterator[str]:
    title = f"<title>{said}</title>" if said else ""
    if name == "generator":
        yield f'<path class="generator" d="M {x} {y - 6} l 6 6 l -6 6 l -6 -6 z">{title}</path>'
    else:
        yield f'<circle class="{name}" cx="{x}" cy="{y}" r="6">{title}</circle>'
