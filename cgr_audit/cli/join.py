"""``cgr-audit join``: result rows, findings and run metrics as a rows table and accuracy tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cgr_audit.cli.output import say
from cgr_audit.cli.packages import PackageArgument, PackageContractOption

__all__ = ["command"]


def command(
    package: PackageArgument,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="The folder to write to.", show_default=False)
    ],
    contract: PackageContractOption = "",
) -> None:
    """Join result rows with verdicts, findings and run metrics: rows.csv, rows.parquet and accuracy tables."""
    from cgr_audit.accuracy.join import join_package, write_join
    from cgr_audit.accuracy.tables import headline_table
    from cgr_audit.cli.packages import contract_of, fail_where_incomplete, say_notes, show_table
    from cgr_audit.records.package import open_package

    opened = open_package(package)
    say_notes(opened)
    joined = join_package(opened, contract_of(opened, contract))
    for path in write_join(joined, out):
        say(f"wrote {path}")
    show_table(headline_table(joined.summary))
    fail_where_incomplete(joined.summary.population)
