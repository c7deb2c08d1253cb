"""``cgr-audit join``: result rows, findings and run metrics as a rows table and accuracy tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cgr_audit.accuracy.missing import Missing
from cgr_audit.cli.contract_choice import ContractOption, OverrideOption, choose_contract
from cgr_audit.cli.graded_logs import ScoreOption, are_logs, joined_logs
from cgr_audit.cli.options import (
    LevelOption,
    MissingOption,
    ResamplesOption,
    ResamplingSeedOption,
    accuracy_settings,
)
from cgr_audit.cli.output import inform
from cgr_audit.cli.packages import PartialOption

if TYPE_CHECKING:
    from cgr_audit.accuracy.settings import Settings
    from cgr_audit.records.package import TracePackage

__all__ = ["command"]


def command(
    package: Annotated[
        list[Path],
        typer.Argument(metavar="PACKAGE", help="A trace package; with --no-programs logs.", show_default=False),
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="The folder to write to.", show_default=False)
    ],
    contract: ContractOption = "",
    override_contract: OverrideOption = False,
    no_programs: Annotated[
        bool, typer.Option("--no-programs", help="Join the grades of logs (Inspect, lm-evaluation-harness).")
    ] = False,
    score: ScoreOption = "",
    missing: MissingOption = Missing.WRONG,
    resamples: ResamplesOption = 10_000,
    seed: ResamplingSeedOption = 0,
    level: LevelOption = 0.95,
    partial: PartialOption = False,
) -> None:
    """Join result rows with verdicts, findings and run metrics: rows.csv, rows.parquet and accuracy tables."""
    from cgr_audit.cli.destinations import require_out_folder
    from cgr_audit.cli.packages import opened_package
    from cgr_audit.errors import UsageError

    require_out_folder(out)
    settings = accuracy_settings(missing, resamples, seed, level)
    if are_logs(package, score) != no_programs:
        first = package[0]
        said = "a log has answers alone: give --no-programs, or make a package of it by `cgr-audit import`"
        raise UsageError(f"{first}: no log; --no-programs is for logs" if no_programs else f"{first}: {said}")
    if no_programs:
        with joined_logs(package, score) as joined:
            _join(joined, contract, settings, out, override=override_contract)
        return
    if len(package) > 1:
        raise UsageError("join takes one package; `compare` sets two side by side")
    with opened_package(package[0], partial=partial) as opened:
        _join(opened, contract, settings, out, override=override_contract, named=package[0])


def _join(
    package: TracePackage, contract: str, settings: Settings, out: Path, *, override: bool, named: Path | None = None
) -> None:
    """Write and show the tables of a package, which warnings call by the name that it was given by."""
    from cgr_audit.accuracy.join import join_package
    from cgr_audit.accuracy.join_files import FOLDER, write_join
    from cgr_audit.accuracy.rows.writing import RowFiles
    from cgr_audit.accuracy.tables import printed_tables
    from cgr_audit.cli.packages import fail_where_incomplete, fail_where_nothing_counts, show_table
    from cgr_audit.cli.warning_lines import say_warnings

    choice = choose_contract([package.folder], contract, override=override)
    with RowFiles(out) as rows:
        joined = join_package(package, choice.contract, settings, overrides=choice.overrides, on_rows=rows.begin)
        say_warnings(replace(package, folder=named or package.folder), joined.summary.warnings, choice)
        fail_where_nothing_counts(package, or_controls=True)
        for path in write_join(joined, out, rows):
            inform(f"wrote {path}")
    inform(f"wrote each table to {out / FOLDER} as csv, parquet, tex and md")
    for table in printed_tables(joined.summary):
        show_table(table)
    fail_where_incomplete(joined.summary.population)
