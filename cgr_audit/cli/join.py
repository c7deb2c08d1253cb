"""``cgr-audit join``: result rows, findings and run metrics as a rows table and accuracy tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

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

__all__ = ["command"]


def command(
    package: PackageArgument,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="The folder to write to.", show_default=False)
    ],
    contract: ContractOption = "",
    override_contract: OverrideOption = False,
    missing: MissingOption = Missing.WRONG,
    resamples: ResamplesOption = 10_000,
    seed: ResamplingSeedOption = 0,
    level: LevelOption = 0.95,
    partial: PartialOption = False,
) -> None:
    """Join result rows with verdicts, findings and run metrics: rows.csv, rows.parquet and accuracy tables."""
    from cgr_audit.accuracy.join import join_package
    from cgr_audit.accuracy.tables import printed_tables
    from cgr_audit.accuracy.written import FOLDER, write_join
    from cgr_audit.cli.destinations import require_out_folder
    from cgr_audit.cli.packages import fail_where_incomplete, fail_where_nothing_counts, opened_package, show_table
    from cgr_audit.cli.warning_lines import say_warnings

    require_out_folder(out)
    settings = accuracy_settings(missing, resamples, seed, level)
    with opened_package(package, partial=partial) as opened:
        choice = choose_contract([opened.folder], contract, override=override_contract)
        joined = join_package(opened, choice.contract, settings, overrides=choice.overrides)
        say_warnings(replace(opened, folder=package), joined.summary.warnings, choice)
        fail_where_nothing_counts(opened)
        for path in write_join(joined, out):
            inform(f"wrote {path}")
        inform(f"wrote each table to {out / FOLDER} as csv, parquet, tex and md")
        for table in printed_tables(joined.summary):
            show_table(table)
        fail_where_incomplete(joined.summary.population)
