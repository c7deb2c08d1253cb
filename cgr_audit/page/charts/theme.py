"""Colours and fonts of every chart. On a page the colours become the page's own, which know light and dark."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

__all__ = [
    "ASSISTED",
    "DIRECT",
    "GENERATOR",
    "INK",
    "NARROWS",
    "PAPER",
    "QUIET",
    "RULE",
    "WARNING",
    "WIDTH",
    "configuration",
    "with_page_colours",
]

INK = "#1d2228"
QUIET = "#5b6571"
PAPER = "#fdfdfb"
RULE = "#dcdad3"
DIRECT = "#5b6570"
ASSISTED = "#0b6e99"
GENERATOR = "#b0701a"
WARNING = "#a3262a"
"""Every colour has a name of its own on the page, so no two are the same, not even those that look it."""

WIDTH = 620
"""Of a chart's plotting area, in pixels; with its labels a chart fits the page's text."""
NARROWS: Mapping[str, Any] = MappingProxyType({"narrows": True})
"""What a specification says to a page's script whose plotting area may be made as narrow as the screen asks for."""
LABEL = 220
"""Of the longest label of an axis or a legend, in pixels; a longer one is cut. Names are anybody's."""

_VARIABLES: Mapping[str, str] = MappingProxyType(
    {
        INK: "var(--ink)",
        QUIET: "var(--quiet)",
        PAPER: "var(--paper)",
        RULE: "var(--rule)",
        DIRECT: "var(--direct)",
        ASSISTED: "var(--assisted)",
        GENERATOR: "var(--generator)",
        WARNING: "var(--refused)",
    }
)


_SUBTITLE: Mapping[str, Any] = MappingProxyType(
    {"subtitleColor": QUIET, "subtitleFontSize": 11.5, "subtitleLineHeight": 16, "subtitlePadding": 6}
)


def configuration() -> dict[str, Any]:
    """The Vega-Lite configuration of every chart."""
    font = "Liberation Sans, Arial, Helvetica, sans-serif"
    return {
        "background": PAPER,
        # A chart has words in its place; read out, its marks would be hundreds of coordinates.
        "aria": False,
        "mark": {"aria": False},
        "font": font,
        "view": {"stroke": None},
        "title": {"anchor": "start", "color": INK, "fontSize": 16, **_SUBTITLE, "offset": 14},
        "text": {"color": INK, "fontSize": 12},
        "rule": {"color": INK},
        "axis": {
            "domainColor": RULE,
            "gridColor": RULE,
            "tickColor": RULE,
            "labelColor": QUIET,
            "labelFontSize": 12,
            "labelLimit": LABEL,
            "titleColor": QUIET,
            "titleFontSize": 12,
            "titleFontWeight": "normal",
        },
        "axisX": {"tickCount": 10},
        "axisY": {"labelColor": INK},
        "legend": {
            "labelColor": INK,
            "labelFontSize": 12,
            "labelLimit": LABEL,
            "titleColor": QUIET,
            "titleFontSize": 12,
            "titleFontWeight": "normal",
            "titleLimit": LABEL,
            "symbolStrokeColor": INK,
        },
        "header": {
            "labelColor": INK,
            "labelFontSize": 13,
            "labelFontWeight": "bold",
            "labelLimit": WIDTH,
            "titleColor": QUIET,
            "titleLimit": WIDTH,
        },
    }


def with_page_colours(text: str) -> str:
    """A drawing or a specification, as text, with each colour replaced by the page's variable for it."""
    for colour, variable in _VARIABLES.items():
        text = text.replace(colour, variable)
    return text
