"""The report as one HTML file that needs nothing else."""

from __future__ import annotations

from cgr_audit.page.content import Report
from cgr_audit.page.rendering import rendered

__all__ = ["html_report"]

STYLES = ("page.css", "tables.css", "programs.css", "rows.css", "print.css")
SCRIPTS = (
    "elements.js",
    "tables.js",
    "navigation.js",
    "charts.js",
    "unpack.js",
    "row_columns.js",
    "program.js",
    "calls.js",
    "row_detail.js",
    "rows.js",
)
"""In the order in which they follow each other: together they are one module."""


def html_report(report: Report) -> str:
    """The page."""
    content = {"report": report, "headline": report.tables[0], "further": report.tables[1:]}
    return rendered("report.html.jinja", STYLES, SCRIPTS, report.charts, content)
