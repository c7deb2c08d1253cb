"""``cgr-audit report``: a package's accuracy and programs as one page."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.accuracy.missing import Missing
from cgr_audit.cli.contract_choice import ContractOption, OverrideOption, choose_contract
from cgr_audit.cli.options import (
    LevelOption,
    MissingOption,
    ResamplesOption,
    ResamplingSeedOption,
    accuracy_settings,
)
from cgr_audit.cli.output import inform
from cgr_audit.cli.packages import PackageArgument, PartialOption

if TYPE_CHECKING:
    from cgr_audit.page.content import Report

__all__ = ["ReportFormat", "command", "write_report"]


class ReportFormat(StrEnum):
    """What a report is written as."""

    HTML = "html"
    MARKDOWN = "markdown"


_FORMATS = MappingProxyType(
    {
        "": ReportFormat.HTML,
        ".html": ReportFormat.HTML,
        ".htm": ReportFormat.HTML,
        ".md": ReportFormat.MARKDOWN,
        ".markdown": ReportFormat.MARKDOWN,
    }
)


def command(
    package: PackageArgument,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="report.html, or report.md.", show_default=False)
    ],
    format_: Annotated[
        Optional[ReportFormat],  # noqa: UP045  typer reads the annotation at run time
        typer.Option("--format", help="By default the file's ending decides: .md is Markdown.", show_default=False),
    ] = None,
    rules: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FOLDER", help="A folder of further rules, to explain them.", show_default=False),
    ] = None,
    contract: ContractOption = "",
    override_contract: OverrideOption = False,
    missing: MissingOption = Missing.WRONG,
    resamples: ResamplesOption = 10_000,
    seed: ResamplingSeedOption = 0,
    level: LevelOption = 0.95,
    plots: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="DIR", help="Write each chart there too, as NAME.svg and NAME.png.", show_default=False),
    ] = None,
    page_rows: Annotated[
        int, typer.Option(min=0, metavar="N", help="The most result rows on the page; rows.csv has them all.")
    ] = 50_000,
    page_megabytes: Annotated[
        float, typer.Option(min=0, metavar="MB", help="The most room that programs and calls take on the page.")
    ] = 12.0,
    partial: PartialOption = False,
) -> None:
    """Write one self-contained page: accuracy under four treatments with charts, every row, every table.

    Each row opens its program with findings marked, and its calls. Inconsistent records are reported with file and
    line.
    """
    from cgr_audit.accuracy.join import join_package
    from cgr_audit.audit.registry import load_registry
    from cgr_audit.cli.destinations import require_out_file, require_out_folder
    from cgr_audit.cli.packages import fail_where_incomplete, fail_where_nothing_counts, opened_package
    from cgr_audit.cli.warning_lines import say_warnings
    from cgr_audit.page.charts.drawing import write_pictures
    from cgr_audit.page.content import gather
    from cgr_audit.page.rows.browser import Room

    require_out_file(out, makes_folders=True)
    require_out_folder(plots, "--plots")
    chosen = _format_of(out, format_)
    settings = accuracy_settings(missing, resamples, seed, level)
    with opened_package(package, partial=partial) as opened:
        choice = choose_contract([opened.folder], contract, override=override_contract)
        joined = join_package(opened, choice.contract, settings, overrides=choice.overrides, rules=rules)
        say_warnings(replace(opened, folder=package), joined.summary.warnings, choice, rules)
        fail_where_nothing_counts(opened, or_controls=True)
        report = gather(opened, joined, load_registry(rules), Room(page_rows, page_megabytes))
        write_report(report, out, chosen)
        inform(f"wrote {out}")
        if plots is not None:
            for path in write_pictures(report.charts, plots, "report"):
                inform(f"wrote {path}")
        fail_where_incomplete(joined.summary.population)


def write_report(report: Report, out: Path, format_: ReportFormat) -> None:
    """Write a report."""
    from cgr_audit.page.html import html_report
    from cgr_audit.page.markdown import markdown_report
    from cgr_audit.records.lines import utf8, write_atomically

    text = html_report(report) if format_ is ReportFormat.HTML else markdown_report(report)
    write_atomically(out, [utf8(text)])


def _format_of(out: Path, named: ReportFormat | None) -> ReportFormat:
    from cgr_audit.errors import UsageError

    chosen = named or _FORMATS.get(out.suffix.lower())
    if chosen is None:
        raise UsageError(f"{out}: a report is .html or .md; for another name give --format html or --format markdown")
    return chosen
