"""The report as one HTML file that needs nothing else."""

from __future__ import annotations

from cgr_audit.page.content import Report
from cgr_audit.page.glossary import GLOSSARY, MEANINGS
from cgr_audit.page.rendering import rendered

__all__ = ["html_report"]

STYLES = ("page.css", "tables.css", "programs.css", "rows.css", "print.css")
SCRIPTS = (
    "elements.js",
    "filters.js",
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
    tables = {"headline": report.tables[0], "further": report.tables[1:]}
    content = {"report": report, **tables, "glossary": GLOSSARY, "meanings": MEANINGS}
    return rendered("report.html.jinja", STYLES, SCRIPTS, report.charts, content)
