"""The report as one HTML file that needs nothing else: no network, no script to be read, no fonts."""

from __future__ import annotations

from importlib import resources

from cgr_audit.page.content import Report, visible
from cgr_audit.page.plot import headline_plot
from cgr_audit.tables.cells import counted

__all__ = ["html_report"]


def html_report(report: Report) -> str:
    """The page. Every text is escaped; what could turn or hide text is spelled out; the page may load nothing."""
    from jinja2 import Environment, StrictUndefined  # noqa: PLC0415  jinja2 costs start-up time
    from markupsafe import Markup  # noqa: PLC0415

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters["visible"] = visible
    environment.filters["counted"] = counted
    template = environment.from_string(_text("report.html.jinja"))
    return template.render(
        report=report,
        headline=report.tables[0],
        further=report.tables[1:],
        styles=Markup(_text("report.css")),  # noqa: S704  our own file
        script=Markup(_text("report.js")),  # noqa: S704  our own file
        plot=Markup(headline_plot(report.joined.summary.headlines)),  # noqa: S704  numbers and our own names only
    )


def _text(name: str) -> str:
    return (resources.files("cgr_audit.page") / name).read_text("utf-8")
