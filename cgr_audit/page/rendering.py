"""Pages that need nothing else: no network, no script to be read, no fonts."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any

from cgr_audit.control_characters import escape_lines
from cgr_audit.page.charts.chart import Chart
from cgr_audit.page.charts.drawing import compiled, library, svg
from cgr_audit.page.charts.theme import with_page_colours
from cgr_audit.page.paper import left_out_on_paper
from cgr_audit.plural import counted
from cgr_audit.tables.cells import count
from cgr_audit.tables.table import Column

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

__all__ = ["fragment", "rendered"]


def rendered(
    template: str, styles: Sequence[str], scripts: Sequence[str], charts: Sequence[Chart], content: dict[str, Any]
) -> str:
    """One page. Every text is escaped, and what could turn or hide text is spelled out.

    The page may load nothing, and runs no script but those whose digests it names.

    Args:
        template: the name of its template.
        styles: names of style sheets, in order.
        scripts: names of scripts, in the order in which they follow each other: together they are one module.
        charts: those on the page; the library that draws them is on it only where there are any.
        content: what the template asks for besides ``styles``, ``scripts``, ``pictures`` and ``specifications``.
    """
    from markupsafe import Markup  # noqa: PLC0415  jinja2 costs start-up time

    parts = [*([library()] if charts else []), "".join(_text("assets", name) for name in scripts)]
    page = (
        _environment()
        .get_template(template)
        .render(
            **content,
            styles=Markup("".join(_text("assets", name) for name in styles)),  # noqa: S704  our own files
            scripts=[Markup(script) for script in parts],  # noqa: S704  our own files, and a library's
            allowed_scripts=" ".join(f"'{_digest(script)}'" for script in parts),
            pictures={chart.name: Markup(_picture(chart)) for chart in charts},  # noqa: S704  drawn from escaped text
            specifications={chart.name: Markup(_specification(chart)) for chart in charts},  # noqa: S704
        )
    )
    return page + "\n"


def fragment(template: str, styles: Sequence[str], content: dict[str, Any]) -> str:
    """A piece of a page that brings its own style, to stand among pieces of other origin, as in a notebook.

    Args:
        template: the name of its template.
        styles: names of style sheets, in order; they hold inside the piece alone.
        content: what the template asks for.
    """
    sheet = "".join(_text("assets", name) for name in styles).replace(":root {", "& {").replace("body {", "& {")
    inside = _environment().get_template(template).render(**content)
    return f'<style>.cgr-audit {{\n{sheet}}}</style>\n<div class="cgr-audit">\n{inside}</div>'


def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined  # noqa: PLC0415  jinja2 costs start-up time

    environment = Environment(
        autoescape=True,
        finalize=_without_control_characters,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        loader=FunctionLoader(lambda name: _text("templates", name)),
    )
    environment.filters["counted"] = counted
    environment.filters["thousands"] = count
    environment.filters["left_out_on_paper"] = left_out_on_paper
    environment.filters["classes"] = _classes
    environment.filters["sort_value"] = _sort_value
    return environment


def _without_control_characters(value: Any) -> Any:
    """What a template puts into the page; markup is ours, or drawn from what went through here."""
    return value if not isinstance(value, str) or hasattr(value, "__html__") else escape_lines(value)


def _text(folder: str, name: str) -> str:
    return (resources.files("cgr_audit.page") / folder / name).read_text("utf-8")


def _digest(script: str) -> str:
    """What a content security policy knows a script by."""
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _picture(chart: Chart) -> str:
    return with_page_colours(svg(chart, titled=False))


def _specification(chart: Chart) -> str:
    """The specification for Vega as JSON that can stand in a page: no character in it ends a script."""
    text = json.dumps(compiled(chart), ensure_ascii=True, allow_nan=False, sort_keys=True, separators=(",", ":"))
    return with_page_colours(text).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _classes(names: Mapping[str, object]) -> Markup:
    """The attribute ``class`` with those of our own names whose value is true; nothing if none is."""
    from markupsafe import Markup  # noqa: PLC0415  jinja2 costs start-up time

    chosen = " ".join(name for name, is_so in names.items() if is_so)
    return Markup(f' class="{chosen}"' if chosen else "")  # noqa: S704


def _sort_value(column: Column, record: dict[str, Any]) -> str | None:
    """What a column of numbers is sorted by; nothing for a column of texts, an empty text for null."""
    if column.kind.is_text:
        return None
    value = record.get(column.fields[0])
    return value if isinstance(value, str) else "" if value is None else repr(value)
